/** The actions that generated scripts call, each with the name a person would give to its answer. */
export const actionResults: Readonly<Record<string, string>> = {
  fetchUser: 'user',
  listOrders: 'orders',
  reserve: 'booking',
  charge: 'receipt',
  notify: 'notice',
  ask: 'answer',
  audit: 'entry',
  'mail.send': 'mail',
  'stock.check': 'stock',
};

export const actionNames: readonly string[] = Object.keys(actionResults);
