const main = async () => {
  const normalizeEmail = (email) => email?.trim().toLowerCase().replace(/\+[^@]*@/, "@") ?? "";

  async function* pages() {
    let cursor;
    for (let page = 0; page < 10; page++) {
      const response = await actions.crm.searchContacts({ query: "", cursor, limit: 100 });
      yield response.contacts;
      cursor = response.nextCursor;
      if (!cursor) return;
    }
  }

  const groups = new Map();
  for await (const contacts of pages()) {
    for (const contact of contacts) {
      const key = normalizeEmail(contact.email);
      if (!key) continue;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(contact);
    }
  }

  const duplicates = [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => [...group].sort((a, b) => (b.lastContacted ?? "").localeCompare(a.lastContacted ?? "")));

  let merged = 0;
  for (const [keep, ...rest] of duplicates) {
    for (const duplicate of rest) {
      await actions.crm.updateContact({ id: duplicate.id, fields: { mergedInto: keep.id } });
      merged += 1;
    }
  }

  console.log(`${duplicates.length} groups, ${merged} merged`);
  console.log(JSON.stringify(Object.fromEntries([...groups].map(([k, v]) => [k, v.length])), null, 2));
  return { groups: duplicates.length, merged };
};

main()
  .then((result) => ({ success: true, ...result }))
  .catch((error) => ({ success: false, error: error.message }));
