/** Wrong: `forEach` waits for nobody, so the report is written before anything has been copied. */
import type { SyncActions, SyncInput } from '../sync.actions.d.ts';

declare const actions: SyncActions;

const size = 2;

export default async function sync({ list }: SyncInput) {
  const refused: string[] = [];
  let copied = 0;
  let after: string | null = null;
  for (;;) {
    const { contacts }: { contacts: { id: string; email: string; name: string | null }[] } = await actions.readPage({
      after,
      size,
    });
    // biome-ignore lint/nursery/noMisusedPromises: the mistake itself.
    contacts.forEach(async ({ id, email, name }) => {
      try {
        await actions.subscribe({ list, email, name: name?.trim() || email });
        copied += 1;
      } catch {
        refused.push(id);
      }
    });
    const last = contacts.at(-1);
    if (last === undefined || contacts.length < size) break;
    after = last.id;
  }
  await actions.report({ list, copied, refused });
  return { copied, refused };
}
