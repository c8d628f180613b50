/** What a run says of itself: lines for people, JSON, and JUnit's XML for CI. Secrets are taken out by the caller, before. */
import type { FileReport } from './runFile';

/** The forms of a report. */
export type Reporter = 'text' | 'json' | 'junit';

/** The report as a text with a line break at its end. */
export function reportText(reporter: Reporter, reports: readonly FileReport[]): string {
  if (reporter === 'json') return `${JSON.stringify({ ...totals(reports), files: reports }, null, 2)}\n`;
  return reporter === 'junit' ? junit(reports) : plain(reports);
}

function totals(reports: readonly FileReport[]) {
  const count = (state: FileReport['state']): number => reports.filter(report => report.state === state).length;
  return { passed: count('passed'), failed: count('failed'), errors: count('error'), skipped: count('skipped') };
}

/** What is wrong with a file, a line each: `ships.graphql:4: …`. */
function faults({ file, problems, assertions }: FileReport): string[] {
  return [
    ...problems.map(({ line, message }) => `${file}:${line}: ${message}`),
    ...assertions.filter(({ holds }) => !holds).map(({ line, text, found }) => `${file}:${line}: ${text}, found ${found}`),
  ];
}

function plain(reports: readonly FileReport[]): string {
  const marks = { passed: 'ok', failed: 'FAILED', error: 'ERROR', skipped: 'skipped' } as const;
  const lines = reports.flatMap(report => [
    `${marks[report.state]}  ${report.file}${report.state === 'skipped' ? '' : `  ${Math.round(report.ms)} ms`}`,
    ...faults(report).map(fault => `    ${fault}`),
  ]);
  const { passed, failed, errors, skipped } = totals(reports);
  return `${[...lines, `${passed} passed, ${failed} failed, ${errors} with errors, ${skipped} skipped`].join('\n')}\n`;
}

function junit(reports: readonly FileReport[]): string {
  const { failed, errors, skipped } = totals(reports);
  const seconds = (ms: number): string => (ms / 1000).toFixed(3);
  const cases = reports.map(report => {
    const [first = ''] = faults(report);
    const tag = { passed: '', failed: 'failure', error: 'error', skipped: 'skipped' }[report.state];
    const body =
      tag === '' ? '' : `<${tag} message="${xml(first)}">${tag === 'skipped' ? '' : xml(faults(report).join('\n'))}</${tag}>`;
    return `  <testcase classname="${xml(report.file)}" name="${xml(report.operation ?? report.file)}" time="${seconds(report.ms)}">${body}</testcase>\n`;
  });
  const time = seconds(reports.reduce((sum, { ms }) => sum + ms, 0));
  const head = `<testsuite name="oriel run" tests="${reports.length}" failures="${failed}" errors="${errors}" skipped="${skipped}" time="${time}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${cases.join('')}</testsuite>\n`;
}

/** Text for XML 1.0, which holds no control characters. */
function xml(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\n\r\t]/g, (char: string) => `&#${char.charCodeAt(0)};`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
