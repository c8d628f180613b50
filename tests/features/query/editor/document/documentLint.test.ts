/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Problems in a document, and their positions. */
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { buildSchema } from 'graphql';
import { documentLint, documentProblems } from '../../../../../src/features/query/editor/document/documentLint';

const schema = buildSchema(`
  type Query { ship(imo: Int!): Ship ships: [Ship!]! old: Int @deprecated(reason: "Use ships.") }
  type Ship { name: String }
`);

/** The marks: severity, the marked text, the message. */
const marks = (text: string): string[] =>
  documentProblems(text, schema).map(({ from, to, severity, message }) => `${severity} [${text.slice(from, to)}] ${message}`);

test('an empty document has no problems, nor has one of spaces, commas and comments', () => {
  for (const text of ['', ' \n\t', '# to be written: { ships }', '\ufeff , ,\n  # one\n#two']) expect(marks(text)).toEqual([]);
});

test('an unknown name is marked without its content', () => {
  expect(marks('{ ships { nme other { deeper } } }')).toEqual([
    'error [nme] Cannot query field "nme" on type "Ship". Did you mean "name"?',
    'error [other] Cannot query field "other" on type "Ship".',
  ]);
});

test('a variable that is not defined is marked where it is used and where it is missing', () => {
  expect(marks('query Q { ship(imo: $a) { name } }')).toEqual([
    'error [$a] Variable "$a" is not defined by operation "Q".',
    'error [Q] Variable "$a" is not defined by operation "Q".',
  ]);
});

test('deprecated fields are warnings', () => {
  expect(marks('{ old }')).toEqual(['warning [old] The field Query.old is deprecated. Use ships.']);
});

test('unused fragments are not a problem', () => {
  expect(marks('{ ships { name } } fragment F on Ship { name }')).toEqual([]);
});

test('a syntax error is marked at its word, at the end of the text at the last character', () => {
  expect(marks('{ ships { name } } querry { old }')).toEqual(['error [querry] Syntax Error: Unexpected Name "querry".']);
  expect(marks('{ ships { name \n ')).toEqual(['error [e] Syntax Error: Expected Name, found <EOF>.']);
  expect(marks('{ ship(imo: "x\n) }')).toEqual(['error [x] Syntax Error: Unterminated string.']);
});

/** The document after the first fix of the first problem, and the label of the fix. */
function fixed(text: string): [string | undefined, string] {
  const [problem] = documentProblems(text, schema);
  const [action] = problem?.actions ?? [];
  const view = new EditorView({ state: EditorState.create({ doc: text }) });
  action?.apply(view, problem?.from ?? 0, problem?.to ?? 0);
  const result = view.state.doc.toString();
  view.destroy();
  return [action?.name, result];
}

test.each([
  ['{ ships { nme } }', 'Use name', '{ ships { name } }'],
  ['{ ship(im: 1) { name } }', 'Use imo', '{ ship(imo: 1) { name } }'],
  ['query Q { ship(imo: $a) { name } }', 'Declare $a', 'query Q($a: Int!) { ship(imo: $a) { name } }'],
  ['{ ship(imo: $a) { name } }', 'Declare $a', 'query ($a: Int!) { ship(imo: $a) { name } }'],
  [
    'query Q($b: Int!) { ship(imo: $b) { name } x: ship(imo: $a) { name } }',
    'Declare $a',
    'query Q($b: Int!, $a: Int!) { ship(imo: $b) { name } x: ship(imo: $a) { name } }',
  ],
  ['query Q($a: Int) { ships { name } }', 'Remove $a', 'query Q { ships { name } }'],
  ['{ ships }', 'Use ships { name }', '{ ships { name } }'],
  ['{ ship(imo: 1) @skip(if: true) }', 'Use ship { name }', '{ ship(imo: 1) @skip(if: true) { name } }'],
  ['query Q { ship { name } }', 'Use imo: $imo', 'query Q { ship(imo: $imo) { name } }'],
  ['query Q($a: Int, $b: Int!) { ship(imo: $b) { name } }', 'Remove $a', 'query Q($b: Int!) { ship(imo: $b) { name } }'],
])('%s is fixed: %s', (text, name, wanted) => {
  expect(fixed(text)).toEqual([name, wanted]);
});

test('a mistake without a suggestion has no fix', () => {
  for (const text of ['{ other }', '{ ships { name', '{ ships { name { x } } }']) expect(fixed(text)).toEqual([undefined, text]);
});

test('a fix is applied at the present position of the mistake', () => {
  const text = 'query Q { ship(imo: $a) { nme } }';
  const before = '# changed since\n';
  for (const [name, wanted] of [
    ['Use name', `${before}query Q { ship(imo: $a) { name } }`],
    ['Declare $a', `${before}query Q($a: Int!) { ship(imo: $a) { nme } }`],
  ]) {
    const problem = documentProblems(text, schema).find(({ actions }) => actions?.[0]?.name === name);
    const view = new EditorView({ state: EditorState.create({ doc: before + text }) });
    const moved = (at = 0) => at + before.length;
    problem?.actions?.[0]?.apply(view, moved(problem.from), moved(problem.to));
    expect(view.state.doc.toString()).toBe(wanted);
    view.destroy();
  }
});

test('of nested mistakes, the shortcut fixes the narrowest at the cursor, and Enter the selected one', () => {
  const text = '{ ship(imo: $a) { nme } }';
  const at = text.indexOf('nme');
  const problems = documentProblems(text, schema);
  for (const [key, head, wanted] of [
    ['Mod-.', at + 1, '{ ship(imo: $a) { name } }'],
    ['Enter', at + 3, '{ ship(imo: $a) { name } }'],
    ['Enter', at, text],
  ] as const) {
    const view = new EditorView({
      state: EditorState.create({
        doc: text,
        selection: { anchor: key === 'Enter' ? at : head, head },
        extensions: documentLint(schema),
      }),
    });
    view.dispatch(setDiagnostics(view.state, problems));
    const bindings = view.state.facet(keymap).flat();
    bindings.find(each => each.key === key)?.run?.(view);
    expect(view.state.doc.toString()).toBe(wanted);
    view.destroy();
  }
});

test('nothing is selected after a fix, so that the next key replaces nothing', () => {
  const text = '{ ships { nmae } }';
  const [problem] = documentProblems(text, schema);
  if (!problem) throw new Error('no problem');
  const view = new EditorView({
    state: EditorState.create({ doc: text, selection: { anchor: problem.from, head: problem.to } }),
  });
  problem.actions?.[0]?.apply(view, problem.from, problem.to);
  expect(view.state.doc.toString()).toBe('{ ships { name } }');
  expect(view.state.selection.main.toJSON()).toEqual({ anchor: 14, head: 14 });
  view.destroy();
});

test('Enter does not replace a selected mistake that has no fix', () => {
  const text = 'query Q { other }';
  const [mistake] = documentProblems(text, schema);
  const enterAt = (from: number, to: number) => {
    const selection = { anchor: from, head: to };
    const view = new EditorView({ state: EditorState.create({ doc: text, selection, extensions: documentLint(schema) }) });
    view.dispatch(setDiagnostics(view.state, documentProblems(text, schema)));
    const enter = view.state
      .facet(keymap)
      .flat()
      .find(each => each.key === 'Enter');
    const isHandled = enter?.run?.(view);
    view.destroy();
    return isHandled;
  };
  expect(mistake?.actions).toBeUndefined();
  expect(enterAt(mistake?.from ?? 0, mistake?.to ?? 0)).toBe(true);
  expect(enterAt(6, 7)).toBe(false);
});
