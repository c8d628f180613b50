/**
 * GraphQL support of the editor: highlighting, validation against the schema, and hover information. Completion is in
 * documentCompletion.ts. Loaded after the editor, because it depends on graphql-js and the language service.
 */
import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { fillAllFieldsCommands, graphqlLanguage, jump, offsetToPos, showInDocsCommand, stateExtensions } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';
import { getTokenAtPosition, getTypeInfo } from 'graphql-language-service';
import { documentLint } from './document/documentLint';
import { type FragmentSupport, formatted } from './document/documentTools';
import { leavesAtCursor, leavesOf } from './document/leavesAtCursor';
import { type OnRenamed, renameAtCursor, renameEvents } from './document/renameAtCursor';
import { replaceText } from './document/replaceText';
import { shallowLanguage } from './shallowLanguage';

/** Commands at the cursor, for menus. */
export const commands = { fillAllFields: fillAllFieldsCommands, showInDocs: showInDocsCommand } as const;

/** Options of `graphqlSupport`. */
export interface GraphqlSupportOptions {
  schema: GraphQLSchema | null;
  /** Opens a type, or a field of it, in Docs. */
  onDocs: (type: string, field: string | null) => void;
  /** Called after a variable was renamed, or its rename was undone. */
  onRenamed: OnRenamed;
  /** Set if fragments can have variables. */
  fragments: FragmentSupport | null;
}

/** Returns the editor extensions for documents. */
export function graphqlSupport({ schema, onDocs, onRenamed, fragments }: GraphqlSupportOptions): Extension {
  return [
    shallowLanguage(graphqlLanguage),
    schema ? documentLint(schema, fragments) : [],
    jump,
    renameEvents(onRenamed),
    stateExtensions(schema ?? undefined, {
      onShowInDocs: (field, type, parent) => {
        if (parent) onDocs(bareName(parent), field ?? null);
        else if (type) onDocs(bareName(type), null);
      },
      onFillAllFields: (view, known, text, _position, _token) => fillLeaves(view, known, text),
    }),
    schema ? hover(schema) : [],
    Prec.high(
      keymap.of([
        { key: 'Mod-Alt-Enter', run: fillAllFieldsCommands },
        { key: 'F2', run: view => renameAtCursor(view, fragments) },
        { key: 'F1', run: showInDocsCommand },
        { key: 'F12', run: showInDocsCommand },
        { key: 'Shift-Alt-f', run: view => format(view, fragments) },
      ]),
    ),
  ];
}

/** Formats the document; does nothing if it cannot be parsed. */
function format(view: EditorView, fragments: FragmentSupport | null): boolean {
  const text = view.state.doc.toString();
  const next = formatted(text, fragments);
  if (next !== text) replaceText(view, next);
  return true;
}

function bareName(type: string): string {
  return type.replace(/[[\]!]/g, '');
}

/** Shows the type and description of the name under the pointer. */
function hover(schema: GraphQLSchema): Extension {
  return hoverTooltip((view, offset) => {
    const word = view.state.wordAt(offset);
    if (!word) return null;
    const token = getTokenAtPosition(view.state.doc.toString(), offsetToPos(view.state.doc, word.from + 1), 1);
    const info = getTypeInfo(schema, token.state);
    const kind = token.state.kind;
    const lines = hoverLines(String(kind), info, view.state.sliceDoc(word.from, word.to), schema);
    if (!lines) return null;
    return {
      pos: word.from,
      end: word.to,
      create: () => ({ dom: hoverBox(lines) }),
    };
  });
}

interface HoverLines {
  title: string;
  description: string | null;
  deprecation: string | null;
}

function hoverLines(kind: string, info: ReturnType<typeof getTypeInfo>, word: string, schema: GraphQLSchema): HoverLines | null {
  const of = (title: string, thing: { description?: string | null; deprecationReason?: string | null } | null | undefined) => ({
    title,
    description: thing?.description ?? null,
    deprecation: thing?.deprecationReason ?? null,
  });
  if ((kind === 'Field' || kind === 'AliasedField') && info.fieldDef) {
    const parent = info.parentType ? `${info.parentType}.` : '';
    return of(`${parent}${info.fieldDef.name}: ${info.fieldDef.type}`, info.fieldDef);
  }
  if (kind === 'Argument' && info.argDef) return of(`${info.argDef.name}: ${info.argDef.type}`, info.argDef);
  if (kind === 'ObjectField' && info.objectFieldDefs?.[word]) {
    const field = info.objectFieldDefs[word];
    return of(`${field.name}: ${field.type}`, field);
  }
  if (kind === 'EnumValue' && info.enumValue) return of(`${info.enumValue.name}`, info.enumValue);
  if (kind === 'Directive' && info.directiveDef) return of(`@${info.directiveDef.name}`, info.directiveDef);
  const type = schema.getType(word);
  return kind === 'NamedType' && type ? of(word, type) : null;
}

function hoverBox({ title, description, deprecation }: HoverLines): HTMLElement {
  const box = document.createElement('div');
  box.className = 'query-hover';
  const add = (text: string, name: string): void => {
    const line = document.createElement('div');
    line.className = name;
    line.textContent = text;
    box.append(line);
  };
  add(title, 'query-hover-title');
  if (description) add(description.slice(0, 600), 'query-hover-text');
  if (deprecation) add(`@deprecated ${deprecation.slice(0, 300)}`, 'query-hover-deprecated');
  return box;
}

/** Adds all leaf fields of the type at the cursor: `{}` after a field, or an empty selection set. */
function fillLeaves(view: EditorView, schema: GraphQLSchema, text: string): boolean {
  const head = view.state.selection.main.head;
  const change = leavesAtCursor(schema, text, head);
  if (change !== null) {
    if (change !== 'none') view.dispatch({ changes: change, userEvent: 'input.fill' });
    return true;
  }
  // The document cannot be parsed, so the tokens around the cursor are used.
  if (isInBrackets(text.slice(0, head))) return true;
  const token = getTokenAtPosition(text, offsetToPos(view.state.doc, head), 0);
  const info = getTypeInfo(schema, token.state);
  const isInside = token.state.kind === 'SelectionSet' || token.string === '{' || token.string === '}';
  const type = isInside ? (info.parentType ?? info.type) : info.type;
  const leaves = type ? leavesOf(type) : [];
  if (leaves.length === 0) return true;
  const line = view.state.doc.lineAt(head);
  const indent = /^\s*/.exec(line.text)?.[0] ?? '';
  const inner = leaves.map(name => `${indent}  ${name}`).join('\n');
  const insert = isInside ? `\n${inner}\n${indent}` : ` {\n${inner}\n${indent}}`;
  view.dispatch({ changes: { from: head, insert }, userEvent: 'input.fill' });
  return true;
}

/** Returns true if a parenthesis is open at the end of the text. */
function isInBrackets(text: string): boolean {
  const code = text.replace(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*/g, '');
  return (code.match(/\(/g)?.length ?? 0) > (code.match(/\)/g)?.length ?? 0);
}
