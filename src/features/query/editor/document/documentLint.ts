/**
 * Marks errors in a document: the syntax error, otherwise all violations of validation rules and uses of deprecated names, as found by
 * graphql-js. Unused fragments are allowed, because only the selected operation and its fragments are sent.
 */
import { type Diagnostic, forEachDiagnostic, linter } from '@codemirror/lint';
import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import {
  type ASTNode,
  ExecutableDefinitionsRule,
  GraphQLError,
  type GraphQLSchema,
  NoDeprecatedCustomRule,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { type CheckedDocument, type DocumentFix, fixesOf } from './documentFixes';
import { readLoosely } from './documentPlace';
import { type FragmentSupport, syntaxMessage } from './documentTools';
import type { TextEdit } from './textEdit';

/** Returns the editor extension. */
export function documentLint(schema: GraphQLSchema, fragments?: FragmentSupport | null): Extension {
  return [
    linter(({ state }) => documentProblems(state.doc.toString(), schema, phrase => state.phrase(phrase), fragments)),
    Prec.high(
      keymap.of([
        { key: 'Mod-.', run: view => fixAtCursor(view) },
        // F8 selects the next error. If it has a fix, Enter applies it; otherwise Enter must not replace the selected text.
        { key: 'Enter', run: view => fixAtCursor(view, true) },
      ]),
    ),
  ];
}

/**
 * Applies the first fix of the shortest error range at the cursor; with `isSelected`, only if exactly that range is selected.
 * Returns true if the key is handled.
 */
function fixAtCursor(view: EditorView, isSelected = false): boolean {
  const { from, to } = view.state.selection.main;
  const found: { length: number; fix: () => void }[] = [];
  let isMistake = false;
  forEachDiagnostic(view.state, ({ actions }, start, end) => {
    const [first] = actions ?? [];
    const isMeant = isSelected ? from < to && start === from && end === to : start <= from && to <= end;
    isMistake ||= isSelected && isMeant;
    if (first && isMeant) found.push({ length: end - start, fix: () => first.apply(view, start, end) });
  });
  const [narrowest] = found.toSorted((a, b) => a.length - b.length);
  narrowest?.fix();
  return isMistake || narrowest !== undefined;
}

const RULES = specifiedRules.filter(rule => rule !== NoUnusedFragmentsRule && rule !== ExecutableDefinitionsRule);

/** Returns the errors of a text; none if it contains only whitespace and comments. Set `fragments` if fragments can have variables. */
export function documentProblems(
  text: string,
  schema: GraphQLSchema,
  phrase: (english: string) => string = english => english,
  fragments?: FragmentSupport | null,
): Diagnostic[] {
  if (!/[^\s,\ufeff]/.test(text.replace(/#.*/g, ''))) return [];
  try {
    const document = fragments ? fragments.parseWithArguments(text) : parse(text, { maxTokens: 200_000 });
    const checked = { text, document, schema };
    const errors = validate(schema, document, RULES);
    const reported = fragments ? errors.filter(error => !fragments.isOfArguments(error, text, document)) : errors;
    return [
      ...reported.flatMap(error => marksOf(error, 'error', checked, phrase)),
      ...(fragments?.argumentProblems(text, document) ?? []),
      ...validate(schema, document, [NoDeprecatedCustomRule]).flatMap(error => marksOf(error, 'warning', checked, phrase)),
    ];
  } catch (error) {
    // The stack overflows with a document that is nested too deeply.
    if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error;
    const at = error instanceof GraphQLError ? (error.positions?.[0] ?? 0) : 0;
    return [{ ...tokenAt(text, at), severity: 'error', message: syntaxMessage(error) }];
  }
}

function marksOf(
  error: GraphQLError,
  severity: Diagnostic['severity'],
  checked: CheckedDocument,
  phrase: (english: string) => string,
): Diagnostic[] {
  const { nodes, message } = error;
  const actions = fixesOf(error, checked).map(fix => ({
    name: phrase(fix.words).replace('$1', () => fix.name),
    apply: (view: EditorView, from: number, to: number) => {
      const changes = view.state.changes(changesOf(view, { from, to }, fix, checked, message));
      // The fixed text is not selected, or another Enter would replace it.
      view.dispatch({ changes, selection: { anchor: changes.mapPos(to, 1) }, userEvent: 'input.fix' });
    },
  }));
  return (nodes ?? []).flatMap(node => {
    const { loc } = markedPart(node);
    return loc ? [{ from: loc.start, to: loc.end, severity, message, ...(actions.length > 0 ? { actions } : {}) }] : [];
  });
}

/** Maps the changes of a fix to the current text. `marked` is the current range of the error. */
function changesOf(
  view: EditorView,
  marked: { from: number; to: number },
  { name, edits }: DocumentFix,
  { text, schema }: CheckedDocument,
  message: string,
): TextEdit | TextEdit[] {
  if (!edits) return { ...marked, insert: name };
  const now = view.state.doc.toString();
  if (now === text) return edits;
  const document = readLoosely(now);
  const error = document && validate(schema, document, RULES).find(each => each.message === message);
  return (error && fixesOf(error, { text: now, document, schema })[0]?.edits) ?? [];
}

/** Marks only the name of a node: underlining a whole field with its selection set is too much. */
function markedPart(node: ASTNode): ASTNode {
  if (node.kind === 'Variable') return node;
  if ('name' in node && node.name) return node.name;
  return 'variable' in node ? node.variable : node;
}

/** Returns the token at an offset; at the end of the text, the last one. */
function tokenAt(text: string, offset: number): { from: number; to: number } {
  const length = /^(?:\w+|\S)/.exec(text.slice(offset))?.[0].length ?? 0;
  if (length > 0) return { from: offset, to: offset + length };
  const end = text.slice(0, offset).trimEnd().length;
  return { from: Math.max(0, end - 1), to: end };
}
