import { expect, test } from 'vitest';
import { Mailbox } from './mailbox.ts';

test('events come out in the order in which they were posted, before or after somebody waits', async () => {
  const mailbox = new Mailbox<number>();
  mailbox.post(1);
  mailbox.post(2);

  const taken = [await mailbox.take(), await mailbox.take()];
  const waiting = mailbox.take();
  mailbox.post(3);
  mailbox.post(4);

  expect([...taken, await waiting, await mailbox.take()]).toEqual([1, 2, 3, 4]);
});
