/** What the refund script may call. */
export interface RefundActions {
  getOrder(input: { id: string }): Promise<{ id: string; total: number; refunded: boolean }>;
  askHuman(input: { question: string }): Promise<boolean>;
  pay(input: { orderId: string; amount: number }): Promise<{ paid: number }>;
  notify(input: { orderId: string; text: string }): Promise<null>;
}
