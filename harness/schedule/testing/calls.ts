/** Settles three calls of which the first, when it settles, makes another: the order in which they settle. */
export function settleAll(choose: (count: number) => number): string {
  const outstanding = ['a', 'b', 'c'];
  let order = '';
  while (outstanding.length > 0) {
    const [settled] = outstanding.splice(choose(outstanding.length), 1);
    order += settled;
    if (settled === 'a') outstanding.push('d');
  }
  return order;
}
