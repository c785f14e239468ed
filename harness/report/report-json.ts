import type { Report } from './report.ts';

/** The report as JSON text, `timing` last, ending with a line feed. */
export function reportJson(report: Report): string {
  const { timing, ...rest } = report;
  return `${JSON.stringify({ ...rest, timing }, undefined, 2)}\n`;
}
