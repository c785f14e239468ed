import { describe, expect, test } from 'vitest';
import { junitXml } from './junit.ts';
import type { Report } from './report.ts';
import { broken, fail, failure, inconclusive, pass } from './testing/reports.ts';
import { readXml, type XmlElement } from './testing/xml.ts';

const suitesOf = (report: Report): readonly XmlElement[] => readXml(junitXml(report)).children;
const testsOf = (report: Report): XmlElement[] =>
  suitesOf(report).flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
const nameOf = ({ attributes }: XmlElement): string | undefined => attributes.name;
const child = (element: XmlElement | undefined, name: string) => element?.children.find((one) => one.name === name);

describe('JUnit', () => {
  test('has one test for every promise, every part and the verdict', () => {
    const others = [
      { of: 'workflows', oracle: 'stuck', promise: 'It ends.', judged: 3, failed: 0 },
      { of: 'pay', oracle: 'invariant: due', promise: 'Invariant: due.', judged: 3, failed: 0 },
    ];
    const report = { ...pass, promises: [...pass.promises, ...others] };

    expect(testsOf(report).map(nameOf)).toEqual([
      ...report.promises.map(({ promise }) => promise),
      ...report.parts.map(({ name }) => name),
      'the campaign is conclusive',
    ]);
    expect(testsOf(report).map(({ attributes }) => attributes.classname)).toContain('lockstep.pay.invariant: due');
  });

  test('a pass has no failures and no errors', () => {
    expect(junitXml(pass)).not.toMatch(/<(failure|error)\b/);
  });

  test('counts in every suite what stands in it', () => {
    for (const { attributes, children } of [pass, fail, broken, inconclusive].flatMap(suitesOf)) {
      const tests = children.filter(({ name }) => name === 'testcase');
      const having = (what: string) => tests.filter((one) => child(one, what) !== undefined).length;
      expect(attributes).toMatchObject({
        tests: String(tests.length),
        failures: String(having('failure')),
        errors: String(having('error')),
      });
    }
  });

  test('a failure stands under its promise, once, with its case and its command', () => {
    const failed = testsOf(fail).filter((one) => child(one, 'failure') !== undefined);

    expect(failed.map(nameOf)).toEqual([failure.promise]);
    const shown = child(failed[0], 'failure');
    expect(shown?.attributes).toMatchObject({ type: failure.oracle, message: 'value differs at $.winner' });
    expect(shown?.text).toContain(failure.divergence);
    expect(shown?.text).toContain('Promise.race([actions.a(), actions.b()])');
    expect(shown?.text).toContain('See it again: lockstep replay');
  });

  test('a part with failures is one too, and says where they are', () => {
    const [corpus, generated] = pass.parts;
    const parts = [corpus, { ...generated, failed: 3 }] as Report['parts'];
    const test = testsOf({ ...fail, parts }).find((one) => nameOf(one) === 'generated');

    expect(child(test, 'failure')?.attributes.message).toBe('3 of 1200 failed; see the promises');
  });

  test('a plant that survives is an error of the harness, by its name', () => {
    const plants = [
      { name: 'caught-one', breaks: 'log', what: 'It lies.', caughtBy: 'o', result: 'caught', cases: 3 },
      { name: 'survivor', breaks: 'log', what: 'It loses.', caughtBy: 'o', result: 'survived', cases: 9 },
    ] satisfies Report['plants'];
    const part = { kind: 'plants', name: 'plants', about: 'mistakes', cases: 2, failed: 1, notes: [] } as const;
    const report: Report = { ...broken, plants, parts: [{ ...part, notes: [] }] };
    const test = testsOf(report).find((one) => nameOf(one) === 'plants');

    expect(child(test, 'error')).toMatchObject({ attributes: { type: 'BROKEN', message: '1 of 2 failed' } });
    expect(child(test, 'error')?.text).toBe('survivor (survived; for o): It loses.');
  });

  test('a recorded run that changed has no case to show: its file stands for itself', () => {
    const { case: _, ...rest } = failure;
    const golden = { ...rest, oracle: 'golden-logs', divergence: 'corpora/logs/1.0.0/a.json\nat $.value' };

    expect(junitXml({ ...fail, failures: [golden] })).toContain('corpora/logs/1.0.0/a.json');
  });

  test('a promise that only a failure names appears too', () => {
    const invariant = { ...failure, oracle: 'broken-invariant', promise: 'large refunds are approved' };

    expect(testsOf({ ...fail, failures: [invariant] }).map(nameOf)).toContain('large refunds are approved');
  });

  test.each([broken, inconclusive])('a verdict without failures is an error with its reasons', (report) => {
    const errors = testsOf(report).flatMap((one) => child(one, 'error') ?? []);

    expect(errors).toMatchObject([{ attributes: { type: report.verdict, message: report.reasons[0] } }]);
  });

  test('is well-formed whatever a case has in it, and says it as it is but for what XML cannot carry', () => {
    const divergence = 'a\u0000b\ud800c <&"\'> ]]> &amp; \u{1f600}';
    const hostile = { ...failure, promise: divergence, divergence, oracle: divergence, reproduce: divergence };
    const report = {
      ...fail,
      failures: [hostile],
      reproduce: divergence,
      reasons: [divergence],
      verdict: 'BROKEN' as const,
    };
    const carried = 'a\ufffdb\ufffdc <&"\'> ]]> &amp; \u{1f600}';

    const test = testsOf(report).find((one) => nameOf(one) === carried);
    expect(child(test, 'failure')?.attributes.message).toBe(carried);
    expect(child(test, 'failure')?.text).toContain(carried);
  });
});

describe('the reader of XML that these tests use', () => {
  test.each([
    '<a>',
    '<a></b>',
    '<a b=1/>',
    '<a/><b/>',
    '<a>&nothing;</a>',
    '<a>x & y</a>',
    '<a>]]></a>',
    '<a>\u0001</a>',
  ])('refuses %s', (document) => {
    expect(() => readXml(document)).toThrow(Error);
  });
});
