/**
 * Copies contacts into a mailing list, page by page: a page begins after the last contact of the one before, and one that
 * is not full is the last. Contacts that the list refuses are named in the report; the others are not held up by them.
 */
import type { SyncActions, SyncInput } from './sync.actions.d.ts';

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
    for (const contact of contacts) {
      if (await isCopied(list, contact)) copied += 1;
      else refused.push(contact.id);
    }
    const last = contacts.at(-1);
    if (last === undefined || contacts.length < size) break;
    after = last.id;
  }
  await actions.report({ list, copied, refused });
  return { copied, refused };
}

async function isCopied(list: string, contact: Contact): Promise<boolean> {
  const { email } = contact;
  const name = contact.name?.trim() || email;
  try {
    await actions.subscribe({ list, email, name });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'REFUSED') return false;
    throw error;
  }
}
