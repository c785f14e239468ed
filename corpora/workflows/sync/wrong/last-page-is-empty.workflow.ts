/** Wrong: that there is no contact at all was thought of; that the last page is empty, where the others are full, was not. */
import type { SyncActions, SyncInput } from '../sync.actions.d.ts';

declare const actions: SyncActions;

const size = 2;

interface Contact {
  id: string;
  email: string;
  name: string | null;
}

export default async function sync({ list }: SyncInput) {
  const refused: string[] = [];
  let copied = 0;
  let after: string | null = null;
  for (;;) {
    const { contacts }: { contacts: Contact[] } = await actions.readPage({ after, size });
    if (contacts.length === 0 && after === null) break;
    for (const { id, email, name } of contacts) {
      if (await actions.subscribe({ list, email, name: name?.trim() || email }).then(() => true, isRefused))
        copied += 1;
      else refused.push(id);
    }
    after = (contacts[contacts.length - 1] as Contact).id;
    if (contacts.length < size) break;
  }
  await actions.report({ list, copied, refused });
  return { copied, refused };
}

function isRefused(error: { code?: string }): false {
  if (error.code === 'REFUSED') return false;
  throw error;
}
