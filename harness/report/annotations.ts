import type { Failure, Report } from './report.ts';

/** Workflow commands that make GitHub show each failure at its place, one line each. Empty for a pass. */
export function githubAnnotations(report: Report): string[] {
  if (report.verdict === 'PASS') return [];
  if (report.failures.length > 0) return report.failures.map(failureLine);
  return [
    command(
      report.verdict === 'BROKEN' ? 'error' : 'warning',
      { title: title(report.verdict) },
      report.reasons.join(' '),
    ),
  ];
}

function failureLine(failure: Failure): string {
  const place = failure.location && {
    file: failure.location.file,
    line: failure.location.line,
    col: failure.location.column,
  };
  const text = `${failure.promise}\n${failure.divergence}\nSee it again: ${failure.reproduce}`;
  return command('error', { ...place, title: title(failure.oracle) }, text);
}

function title(what: string): string {
  return `lockstep: ${what}`;
}

/** Escapes as GitHub's runner unescapes: `%`, line ends, and in properties also `:` and `,`. */
function command(kind: 'error' | 'warning', properties: Record<string, string | number>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${kind} ${list.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
