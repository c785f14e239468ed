// Fetch the open issues and the calendar of the coming week, and mail a digest of both.
const repo = input?.repo ?? 'acme/shop';
const now = new Date();
const weekFromNow = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000);

console.log(`Building the digest for ${repo}...`);

const [issues, events] = await Promise.all([
  actions.github.listIssues({ repo, state: 'open', page: 1, perPage: 50 }),
  actions.calendar.listEvents({ from: now.toISOString(), to: weekFromNow.toISOString() }),
]);

console.log(`Found ${issues.length} issues and ${events.length} events`);

const byLabel = {};
for (const issue of issues) {
  const labels = issue.labels?.length > 0 ? issue.labels : ['unlabelled'];
  for (const label of labels) {
    byLabel[label] = (byLabel[label] || 0) + 1;
  }
}

const rows = Object.entries(byLabel)
  .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  .map(([label, count]) => `| ${label.padEnd(12)} | ${String(count).padStart(5)} |`);

const formatTime = (iso) => {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return 'some time';
  const hours = String(date.getUTCHours()).padStart(2, '0');
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${date.toISOString().split('T')[0]} ${hours}:${minutes}`;
};

const body = [
  `# Digest of ${repo}`,
  '',
  '| Label        | Count |',
  '| ------------ | ----: |',
  ...rows,
  '',
  '## Meetings',
  ...(events.length === 0 ? ['None.'] : events.map((e) => `- ${formatTime(e.start)}: ${e.title || '(untitled)'}`)),
].join('\n');

const { messageId } = await actions.sendEmail({
  to: input?.to ?? 'team@example.com',
  subject: `Weekly digest: ${issues.length} open issues`,
  body,
});

return { messageId, issues: issues.length, meetings: events.length, body };
