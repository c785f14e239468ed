enum Priority {
  Low = 'priority: low',
  Medium = 'priority: medium',
  High = 'priority: high',
}

interface Triage {
  number: number;
  priority: Priority;
}

const KEYWORDS: Record<Priority, RegExp> = {
  [Priority.High]: /\b(crash|data loss|security|urgent)\b/i,
  [Priority.Medium]: /\b(bug|broken|error|fails?)\b/i,
  [Priority.Low]: /./,
};

function prioritize(title: string): Priority {
  for (const priority of [Priority.High, Priority.Medium]) {
    if (KEYWORDS[priority].test(title)) return priority;
  }
  return Priority.Low;
}

const repo: string = (input as any).repo;
const issues = (await actions.github.listIssues({ repo, state: 'open', page: 1, perPage: 100 })) as any[];

const triaged: Triage[] = issues
  .filter((issue: any) => !issue.labels.some((label: string) => label.startsWith('priority:')))
  .map((issue: any) => ({ number: issue.number, priority: prioritize(issue.title) }));

const results = await Promise.allSettled(
  triaged.map(({ number, priority }) => actions.github.addLabels({ repo, number, labels: [priority] })),
);

const failed = results
  .map((result, i) => ({ result, number: triaged[i]!.number }))
  .filter(({ result }) => result.status === 'rejected')
  .map(({ result, number }) => ({ number, reason: (result as PromiseRejectedResult).reason?.message ?? 'unknown' }));

console.log(`Labelled ${results.length - failed.length} of ${results.length} issues`);

return {
  total: issues.length,
  labelled: results.length - failed.length,
  failed,
  byPriority: Object.fromEntries(
    Object.values(Priority).map((priority) => [priority, triaged.filter((t) => t.priority === priority).length]),
  ),
};
