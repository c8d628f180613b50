/** Editor support for variables: JSON with completion and validation by the types of the operation's variables. */
import { type Completion, type CompletionContext, type CompletionResult, startCompletion } from '@codemirror/autocomplete';
import { jsonLanguage } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Text } from '../../../i18n/language';
import {
  type ArgumentModel,
  isRequired,
  itemType,
  type SchemaModel,
  type TypeRef,
  typeOf,
  typeText,
} from '../../../schema/model/schemaModel';
import { shallowLanguage } from '../editor/shallowLanguage';
import { checkVariables, readVariables, type VariableFiles, type VariablePath, type VariableProblem } from './variablesCheck';

/** A node of the JSON syntax tree. */
type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The input for validation and completion. */
export interface VariablesSupportOptions {
  /** Null without a schema; then only the JSON syntax is checked. */
  model: SchemaModel | null;
  /** Null without a document that can be parsed. */
  variables: readonly ArgumentModel[] | null;
  files: VariableFiles;
  text: Text;
}

/** Returns the editor extensions for variables. */
export function variablesSupport({ model, variables, files, text }: VariablesSupportOptions): Extension {
  return [
    shallowLanguage(jsonLanguage),
    jsonLanguage.data.of({
      autocomplete: (context: CompletionContext) => (model && variables ? complete(context, model, variables) : null),
    }),
    linter(
      view => {
        const shown = view.state.doc.toString();
        const read = readVariables(shown, variables ?? [], model);
        if (read.values === null) return [brokenJson(view.state, read.error, text)];
        if (!model || !variables) return [];
        return checkVariables(model, variables, read.values, files).map(problem => ({
          ...rangeOf(view.state, problem),
          severity: problem.code === 'unknown' ? 'warning' : 'error',
          message: problemWords(text, problem),
        }));
      },
      { delay: 250 },
    ),
  ];
}

/** Returns the translated message of a problem. */
function problemWords(text: Text, problem: VariableProblem): string {
  const path = problem.path.join('.');
  switch (problem.code) {
    case 'missing':
      return text('query.variableMissing', { path, type: problem.type });
    case 'null':
      return text('query.variableNull', { path, type: problem.type });
    case 'type':
      return text('query.variableType', { path, type: problem.type });
    case 'unknown':
      return text('query.variableUnknown', { name: problem.name });
    case 'option':
      return text('query.variableOption', { path, options: problem.options.slice(0, 12).join(', ') });
    case 'oneOf':
      return text('query.variableOneOf', { path, type: problem.type });
  }
}

function brokenJson(state: EditorState, error: string, text: Text): Diagnostic {
  let at: number | null = null;
  syntaxTree(state).iterate({
    enter: node => {
      if (node.type.isError && at === null) at = node.from;
    },
  });
  const end = state.doc.length;
  const from = Math.max(0, Math.min(at ?? end, end - 1));
  return {
    from,
    to: Math.min(end, from + 1),
    severity: 'error',
    message:
      error === '' ? text('query.variablesNoObject', { example: '{"first": 10}' }) : text('query.variablesBroken', { error }),
  };
}

/** Returns the range of a problem: the value; for an unknown name, the name; for a missing value, its parent. */
function rangeOf(state: EditorState, { path, code }: VariableProblem): { from: number; to: number } {
  const top = syntaxTree(state).topNode.firstChild;
  let node: SyntaxNode | null = top;
  for (const [depth, part] of path.entries()) {
    const next: SyntaxNode | null = node ? childAt(state, node, part) : null;
    if (!next) {
      const holder = node ?? syntaxTree(state).topNode;
      return { from: holder.from, to: code === 'missing' ? Math.min(holder.from + 1, state.doc.length) : holder.to };
    }
    const isLast = depth === path.length - 1;
    if (isLast && code === 'unknown') return { from: (next.parent ?? next).from, to: next.from };
    node = next;
  }
  return node ? { from: node.from, to: node.to } : { from: 0, to: state.doc.length };
}

/** Returns the value of a property, or the item of a list. */
function childAt(state: EditorState, node: SyntaxNode, part: string | number): SyntaxNode | null {
  if (typeof part === 'number') {
    let at = 0;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.name === '[' || child.name === ']' || child.name === ',' || child.type.isError) continue;
      if (at === part) return child;
      at += 1;
    }
    return null;
  }
  for (const property of node.getChildren('Property')) {
    const name = property.getChild('PropertyName');
    if (name && nameOf(state, name) === part) return property.lastChild;
  }
  return null;
}

function nameOf(state: EditorState, node: SyntaxNode): string {
  return state.sliceDoc(node.from, node.to).replace(/^"|"$/g, '');
}

function complete(context: CompletionContext, model: SchemaModel, variables: readonly ArgumentModel[]): CompletionResult | null {
  const word = context.matchBefore(/"?[\w-]{0,200}$/);
  const from = word?.from ?? context.pos;
  if (!context.explicit && (word?.text ?? '') === '') return null;
  const before = context.state.sliceDoc(0, from).trimEnd();
  const last = before.at(-1) ?? '';
  const holder = holderAt(context.state, from);
  const path = holder ? pathOf(context.state, holder) : [];
  if (last === '' && !holder) return { from, options: [{ label: '{', apply: openObject, type: 'text' }] };
  if (holder?.name === 'Object' && (last === '{' || last === ',')) {
    const fields = fieldsAt(model, variables, path);
    const taken = new Set(
      holder
        .getChildren('Property')
        .map(property => property.getChild('PropertyName'))
        .filter(name => name !== null && !(name.from <= context.pos && context.pos <= name.to))
        .map(name => nameOf(context.state, name as SyntaxNode)),
    );
    // The option labels have no quotes and are matched against the text after the opening quote.
    const isQuoted = word?.text.startsWith('"') === true;
    return {
      from: isQuoted ? from + 1 : from,
      options: fields.filter(field => !taken.has(field.name)).map(field => keyOption(model, field)),
      validFor: /^[\w-]*$/,
    };
  }
  const type = valueTypeAt(context.state, model, variables, holder, path, before);
  return type ? { from, options: valueOptions(model, type) } : null;
}

/** Inserts an object and moves the cursor into it. */
function openObject(view: EditorView, _completion: Completion, from: number, to: number): void {
  view.dispatch({
    changes: { from, to, insert: '{\n  \n}' },
    selection: { anchor: from + '{\n  '.length },
    userEvent: 'input.complete',
  });
  startCompletion(view);
}

/** Returns the object or list at an offset. */
function holderAt(state: EditorState, offset: number): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(offset, -1);
  while (node && node.name !== 'Object' && node.name !== 'Array') node = node.parent;
  return node;
}

function pathOf(state: EditorState, node: SyntaxNode): VariablePath {
  const path: (string | number)[] = [];
  for (let inner: SyntaxNode | null = node; inner?.parent; inner = inner.parent) {
    const { parent }: SyntaxNode = inner;
    if (parent?.name === 'Property') {
      const name = parent.getChild('PropertyName');
      if (name) path.unshift(nameOf(state, name));
    } else if (parent?.name === 'Array') path.unshift(0);
  }
  return path;
}

function fieldsAt(model: SchemaModel, variables: readonly ArgumentModel[], path: VariablePath): readonly ArgumentModel[] {
  let fields = variables;
  for (const part of path) {
    if (typeof part === 'number') continue;
    const field = fields.find(({ name }) => name === part);
    const type = field && typeOf(model, field.type);
    if (type?.kind !== 'input') return [];
    fields = [...type.inputFields.values()];
  }
  return fields;
}

function valueTypeAt(
  state: EditorState,
  model: SchemaModel,
  variables: readonly ArgumentModel[],
  holder: SyntaxNode | null,
  path: VariablePath,
  before: string,
): TypeRef | null {
  if (!holder) return null;
  if (holder.name === 'Object') {
    const name = /"([^"]*)"\s*:$/.exec(before)?.[1];
    return fieldsAt(model, variables, path).find(field => field.name === name)?.type ?? null;
  }
  const parent = pathOf(state, holder);
  const name = parent.findLast(part => typeof part === 'string');
  const at = parent.lastIndexOf(name as string);
  const field = fieldsAt(model, variables, parent.slice(0, at)).find(other => other.name === name);
  return field ? itemType(field.type) : null;
}

function keyOption(model: SchemaModel, field: ArgumentModel): Completion {
  const type = typeOf(model, field.type);
  const [open, close] = itemType(field.type)
    ? ['[', ']']
    : type?.kind === 'input'
      ? ['{ ', ' }']
      : type?.kind === 'enum' || (type?.kind === 'scalar' && !/^(Int|Float|Boolean)$/.test(type.name))
        ? ['"', '"']
        : ['', ''];
  return {
    label: field.name,
    detail: typeText(field.type),
    ...(field.description === null ? {} : { info: field.description }),
    boost: isRequired(field.type) ? 10 : 0,
    apply: (view: EditorView, _completion, from: number, to: number) => {
      const begin = view.state.sliceDoc(from - 1, from) === '"' ? from - 1 : from;
      // Also replaces a quote that the editor closed automatically.
      const end = view.state.sliceDoc(to, to + 1) === '"' ? to + 1 : to;
      const head = `"${field.name}": ${open}`;
      view.dispatch({
        changes: { from: begin, to: end, insert: head + close },
        selection: { anchor: begin + head.length },
        userEvent: 'input.complete',
      });
      if (type?.kind === 'input' || type?.kind === 'enum' || type?.name === 'Boolean') startCompletion(view);
    },
  };
}

function valueOptions(model: SchemaModel, ref: TypeRef): Completion[] {
  const type = typeOf(model, ref);
  const texts =
    type?.kind === 'enum'
      ? type.values.map(value => ({ label: `"${value.name}"`, detail: value.description ?? '' }))
      : type?.kind === 'scalar' && type.name === 'Boolean'
        ? [{ label: 'true' }, { label: 'false' }]
        : type?.kind === 'input'
          ? [{ label: '{}' }]
          : [];
  const options: Completion[] = texts.map(option => ({
    ...option,
    apply: (view, _completion, from, to) => {
      const quoted = view.state.sliceDoc(from, from + 1) === '"' && view.state.sliceDoc(to, to + 1) === '"';
      view.dispatch({
        changes: { from, to: quoted ? to + 1 : to, insert: option.label },
        selection: { anchor: from + option.label.length },
      });
    },
  }));
  return isRequired(ref) ? options : [...options, { label: 'null' }];
}
