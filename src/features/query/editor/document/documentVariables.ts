/** Variables that an edit declares, and variables that are unused after it. */
import { type DocumentNode, parseValue, type VariableDefinitionNode, visit } from 'graphql';
import {
  type ArgumentModel,
  isRequiredArgument,
  itemType,
  type SchemaModel,
  type TypeRef,
  typeOf,
  typeText,
} from '../../../../schema/model/schemaModel';
import type { Holder } from './documentPlace';
import { insertedItem, type TextEdit } from './textEdit';

/** Returns the names of the variables in a value; null if it is not a valid value. */
export function variableNames(value: string): string[] | null {
  try {
    const names: string[] = [];
    visit(parseValue(value), {
      Variable({ name }) {
        names.push(name.value);
      },
    });
    return names;
  } catch {
    return null;
  }
}

export function declaredNames(root: Holder): string[] {
  return root.kind === 'OperationDefinition' ? (root.variableDefinitions ?? []).map(({ variable }) => variable.name.value) : [];
}

/** Collects the variables that an edit adds to an operation. */
export interface NewVariables {
  /** Returns the value of an argument: a new variable, or a literal where variables are not possible. */
  valueFor(model: SchemaModel, field: string, argument: ArgumentModel): string;
  /** Declares a variable unless the name exists. */
  declare(name: string, type: TypeRef): void;
  edits(text: string): TextEdit[];
  /** Like `edits`, but also removes declarations. */
  instead(text: string, gone: readonly VariableDefinitionNode[]): TextEdit[];
}

export function newVariables(root: Holder): NewVariables {
  const declared = new Set(declaredNames(root));
  const made: string[] = [];
  const isOperation = root.kind === 'OperationDefinition';
  return {
    valueFor(model, field, argument) {
      if (!isOperation) return plainValue(model, argument.type);
      const name = freeName(declared, argument.name, field);
      this.declare(name, argument.type);
      return `$${name}`;
    },
    declare(name, type) {
      if (declared.has(name) || !isOperation) return;
      declared.add(name);
      made.push(`$${name}: ${typeText(type)}`);
    },
    edits(text) {
      if (made.length === 0 || root.kind !== 'OperationDefinition' || !root.loc) return [];
      const isShort = text[root.loc.start] === '{';
      if (isShort) return [{ from: root.loc.start, to: root.loc.start, insert: `query (${made.join(', ')}) ` }];
      const nameEnd = root.name?.loc?.end ?? root.loc.start + root.operation.length;
      const first = insertedItem(text, root.variableDefinitions ?? [], nameEnd, made[0] ?? '');
      const gap = /^\n\s*|^, /.exec(first.insert)?.[0] ?? ', ';
      const rest = made
        .slice(1)
        .map(each => gap + each)
        .join('');
      const isNew = first.insert.startsWith('(');
      return [{ ...first, insert: isNew ? `(${made.join(', ')})` : first.insert + rest }];
    },
    instead(text, gone) {
      if (made.length === 0) return withoutVariables(text, root, gone);
      if (gone.length === 0 || root.kind !== 'OperationDefinition') return this.edits(text);
      const definitions = root.variableDefinitions ?? [];
      const left = definitions.filter(definition => !gone.includes(definition));
      const stay = left.map(({ loc }) => text.slice(loc?.start, loc?.end));
      const from = definitions[0]?.loc?.start ?? 0;
      return [{ from, to: definitions.at(-1)?.loc?.end ?? from, insert: [...stay, ...made].join(', ') }];
    },
  };
}

/** Returns an unused name: that of the argument, otherwise prefixed with the field, otherwise numbered. */
export function freeName(taken: ReadonlySet<string>, argument: string, field: string): string {
  if (!taken.has(argument)) return argument;
  const longer = field + argument.charAt(0).toUpperCase() + argument.slice(1);
  let name = longer;
  for (let number = 2; taken.has(name); number++) name = `${longer}${number}`;
  return name;
}

/** Returns an initial literal of a type. */
export function plainValue(model: SchemaModel, type: TypeRef, depth = 0): string {
  if (itemType(type)) return '[]';
  const named = typeOf(model, type);
  if (named?.kind === 'enum') return named.values[0]?.name ?? 'null';
  if (named?.kind === 'input') {
    const fields = [...named.inputFields.values()].filter(isRequiredArgument);
    return depth > 4 ? '{}' : `{${fields.map(field => `${field.name}: ${plainValue(model, field.type, depth + 1)}`).join(', ')}}`;
  }
  return { Int: '0', Float: '0', Boolean: 'false' }[named?.name ?? ''] ?? '""';
}

/** Returns the variables of an operation that are only used in the changed ranges. */
export function variablesUsedOnlyIn(
  document: DocumentNode,
  root: Holder,
  changes: readonly TextEdit[],
): VariableDefinitionNode[] {
  if (root.kind !== 'OperationDefinition') return [];
  const isInside = (at: number): boolean => changes.some(({ from, to }) => at >= from && at < to);
  const lost = new Set<string>();
  const kept = new Set<string>();
  visit(document, {
    VariableDefinition() {
      return false;
    },
    Variable({ name, loc }) {
      (loc && isInside(loc.start) ? lost : kept).add(name.value);
    },
  });
  for (const { insert } of changes) for (const [, name] of insert.matchAll(/\$(\w+)/g)) kept.add(name ?? '');
  const isGone = (name: string): boolean => lost.has(name) && !kept.has(name);
  return (root.variableDefinitions ?? []).filter(({ variable }) => isGone(variable.name.value));
}

/** Removes declarations; the parentheses are removed with the last one. */
export function withoutVariables(text: string, root: Holder, gone: readonly VariableDefinitionNode[]): TextEdit[] {
  if (gone.length === 0 || root.kind !== 'OperationDefinition') return [];
  const definitions = root.variableDefinitions ?? [];
  const nameEnd = root.name?.loc?.end ?? (root.loc?.start ?? 0) + root.operation.length;
  if (gone.length === definitions.length) {
    const last = definitions.at(-1)?.loc?.end ?? nameEnd;
    const close = text.indexOf(')', last);
    return [{ from: nameEnd, to: close + 1, insert: '' }];
  }
  // Each with the whitespace next to a remaining neighbour.
  const left = definitions.filter(definition => !gone.includes(definition));
  return gone.map(definition => {
    const { start, end } = definition.loc ?? { start: 0, end: 0 };
    const next = definitions[definitions.indexOf(definition) + 1]?.loc?.start;
    const isBehindAll = (left.at(-1)?.loc?.start ?? 0) < start;
    if (!isBehindAll) return { from: start, to: next ?? end, insert: '' };
    const before = definitions[definitions.indexOf(definition) - 1]?.loc?.end ?? start;
    return { from: before, to: end, insert: '' };
  });
}
