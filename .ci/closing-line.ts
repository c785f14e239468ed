import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a test run with one plain line, `N passed, N failed`, for machines that read logs. What failed outside of any
 * test (a file that could not be loaded, an error that nobody awaited) counts as a failure too.
 */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((each) => each.result().state));
    const passed = count(states, 'passed');
    const failed = count(states, 'failed') + count(states, 'pending') + brokenModules(modules) + unhandledErrors.length;
    const skipped = count(states, 'skipped');
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }
}

function brokenModules(modules: readonly TestModule[]): number {
  return modules.filter((module) => module.errors().length > 0).length;
}

function count<T>(values: readonly T[], wanted: T): number {
  return values.filter((value) => value === wanted).length;
}
