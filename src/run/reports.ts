/**
 * Writes the report of a run: lines of text, JSON, or JUnit XML for CI. The caller has already masked secrets.
 *
 * Messages come from the API. Terminals execute control characters in them, and CI systems execute lines of standard output that start with
 * `::` (GitHub) or contain `##vso[` (Azure) or `##teamcity[`. So a message is kept on one line, control characters are removed, and `##`
 * before a bracket is broken up.
 */
import type { FileReport } from './runFile';

/** The formats of a report. */
export type Reporter = 'text' | 'json' | 'junit';

/** Returns the report, ending with a line break. */
export function reportText(reporter: Reporter, reports: readonly FileReport[]): string {
  if (reporter === 'json') return `${json({ ...totals(reports), files: reports })}\n`;
  return reporter === 'junit' ? junit(reports) : plain(reports);
}

function totals(reports: readonly FileReport[]) {
  const count = (state: FileReport['state']): number => reports.filter(report => report.state === state).length;
  return { passed: count('passed'), failed: count('failed'), errors: count('error'), skipped: count('skipped') };
}

/** Returns JSON in which characters that a terminal or CI system would execute are escaped. */
function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll('##', '#\\u0023');
  return text.replace(CONTROL_IN_JSON, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the problems of a file, one per line: `ships.graphql:4: …`. */
function faults({ file, problems, assertions }: FileReport): string[] {
  return [
    ...problems.map(({ line, message }) => `${file}:${line}: ${message}`),
    ...assertions.filter(({ holds }) => !holds).map(({ line, text, found }) => `${file}:${line}: ${text}, found ${found}`),
  ];
}

function plain(reports: readonly FileReport[]): string {
  const marks = { passed: 'ok', failed: 'FAILED', error: 'ERROR', skipped: 'skipped' } as const;
  const lines = reports.flatMap(report => [
    `${marks[report.state]}  ${oneLine(report.file)}${report.state === 'skipped' ? '' : `  ${Math.round(report.ms)} ms`}`,
    ...faults(report).map(fault => `    ${oneLine(fault)}`),
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

/** Makes a text safe for one line of a terminal. A file can have a name that GitHub would execute, also after spaces. */
function oneLine(text: string): string {
  const line = text.replace(BREAKS, ' ').replace(/^\s*(?=::)/, './');
  return line.replace(CONTROL, '\ufffd').replace(COMMAND, '# #');
}

/** Makes a text safe for XML 1.0, which does not allow control characters. */
function xml(text: string): string {
  const allowed = text.replace(FORBIDDEN, '\ufffd').replace(ESCAPED, (char: string) => `&#${char.charCodeAt(0)};`);
  return allowed.replaceAll('##', '#&#35;');
}

const BREAKS = /(?:\r\n|[\n\r\u2028\u2029])/g;
/** Control characters, including those that change the text direction. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** Control characters that JSON does not escape. */
const CONTROL_IN_JSON = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
const ESCAPED = /[&<>"\n\r\t\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;
const COMMAND = /##(?=\w{0,40}\[)/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;
