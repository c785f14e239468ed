/** Wrong: the `catch` is there for addresses that the list refuses, and catches that a contact has no name, too. */
import type { SyncActions, SyncInput } from '../sync.actions.d.ts';

declare const actions: SyncActions;

const size = 2;

interface Contact {
  id: string;
  email: string;
  name: string;
}

export default async function sync({ list }: SyncInput) {
  const refused: string[] = [];
  let copied = 0;
  let after: string | null = null;
  for (;;) {
    const { contacts } = (await actions.readPage({ after, size })) as { contacts: Contact[] };
    for (const { id, email, name } of contacts) {
      try {
        await actions.subscribe({ list, email, name: name.trim() || email });
        copied += 1;
      } catch {
        refused.push(id);
      }
    }
    const last = contacts.at(-1);
    if (last === undefined || contacts.length < size) break;
    after = last.id;
  }
  await actions.report({ list, copied, refused });
  return { copied, refused };
}
