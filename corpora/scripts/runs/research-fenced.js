```javascript
// Search for several questions, read the best page of each, and put a report together.
const questions = [
  "What is durable execution?",
  "Which workflow engines replay from a log?",
  "How does QuickJS meter fuel?",
];

const sources = new Map();

for (const question of questions) {
  try {
    const { results } = await actions.search({ query: question, limit: 3 });
    for (const { title, url, snippet } of results) {
      if (!url || sources.has(url)) continue;
      sources.set(url, { title: title?.trim() || url, snippet: snippet ?? "", question });
    }
  } catch (e) {
    console.error("search failed:", question, e.message);
  }
}

const pages = await Promise.all(
  [...sources.keys()].slice(0, 5).map(async (url) => {
    // Do not wait for slow pages.
    const timeout = new Promise((resolve) => setTimeout(() => resolve(null), 3000));
    const page = await Promise.race([actions.fetchPage({ url }).catch(() => null), timeout]);
    return { url, text: page?.text ?? sources.get(url).snippet };
  })
);

const words = (text) => text.split(/\s+/).filter(Boolean);
const report = pages
  .map(({ url, text }, i) => {
    const { title, question } = sources.get(url);
    const excerpt = words(text).slice(0, 30).join(" ");
    return `## ${i + 1}. ${title}\n\n> ${question}\n\n${excerpt}${words(text).length > 30 ? "…" : ""}\n\n<${url}>`;
  })
  .join("\n\n");

return { report, sources: sources.size, read: pages.length };
```
