// The tools of an MCP server, as an object.
const issues = await github.listIssues({ repo: "acme/web", state: "open", page: 1, perPage: 20 });
const labelled = [];
for (const issue of issues) {
  if (/crash/i.test(issue.title)) {
    await github.addLabels({ repo: "acme/web", number: issue.number, labels: ["crash"] });
    labelled.push(issue.number);
  }
}
return labelled;
