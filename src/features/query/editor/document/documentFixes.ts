/** Quick fixes for validation errors of graphql-js: suggested names, undeclared and unused variables, missing selections and arguments. */
import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  type GraphQLType,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { FIX_PHRASES } from './documentPhrases';
import { withoutVariables } from './documentVariables';
import { leavesOf } from './leavesAtCursor';
import { insertedItem, type TextEdit } from './textEdit';

/** A fix of an error. */
export interface DocumentFix {
  /** The label, with `$1` in place of the name; a CodeMirror phrase. */
  words: string;
  name: string;
  /** Changes of the text; null if the name replaces the marked range. */
  edits: TextEdit[] | null;
}

/** The validated document. */
export interface CheckedDocument {
  text: string;
  document: DocumentNode;
  schema: GraphQLSchema;
}

const MOST_SUGGESTIONS = 3;

/** Returns the fixes of an error; none for most errors. */
export function fixesOf(error: GraphQLError, checked: CheckedDocument): DocumentFix[] {
  const [first, second] = error.nodes ?? [];
  if (first?.kind === 'Variable' && second?.kind === 'OperationDefinition') {
    const edits = declaration(checked, first, second);
    return edits ? [{ words: FIX_PHRASES.declare, name: `$${first.name.value}`, edits }] : [];
  }
  if (first?.kind === 'VariableDefinition' && / is never used\b/.test(error.message)) {
    const edits = removal(checked, first);
    return edits.length > 0 ? [{ words: FIX_PHRASES.remove, name: `$${first.variable.name.value}`, edits }] : [];
  }
  if (first?.kind === 'Field') {
    const part = missingPart(checked, error.message, first);
    if (part) return [part];
  }
  return suggestions(error.message).map(name => ({ words: FIX_PHRASES.use, name, edits: null }));
}

/** Returns the names that a message suggests in place of the marked one. */
function suggestions(message: string): string[] {
  const listed = / Did you mean (?:the enum value )?((?:"[_A-Za-z]\w*"|, or | or |, )+)\?$/.exec(message)?.[1] ?? '';
  return [...listed.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? '').slice(0, MOST_SUGGESTIONS);
}

/** Declares a variable with the type of the position where it is used; returns null if that is unknown. */
function declaration({ text, document, schema }: CheckedDocument, variable: VariableNode, operation: OperationDefinitionNode) {
  const type = typeAt(variable, document, schema);
  const { loc } = operation;
  if (!type || !loc) return null;
  const item = `$${variable.name.value}: ${type}`;
  if (text[loc.start] === '{') return [{ from: loc.start, to: loc.start, insert: `query (${item}) ` }];
  const nameEnd = operation.name?.loc?.end ?? loc.start + operation.operation.length;
  return [insertedItem(text, operation.variableDefinitions ?? [], nameEnd, item)];
}

/** Returns the fix for a field without its selection set, or without a required argument, which becomes a variable. */
function missingPart(checked: CheckedDocument, message: string, field: FieldNode): DocumentFix | null {
  const { name, arguments: given = [], loc } = field;
  const argument = /argument "(\w+)" of type "[^"]+" is required/.exec(message)?.[1];
  if (argument !== undefined && name.loc) {
    const item = `${argument}: $${argument}`;
    return { words: FIX_PHRASES.use, name: item, edits: [insertedItem(checked.text, given, name.loc.end, item)] };
  }
  const type = /must have a selection/.test(message) && typeAt(field, checked.document, checked.schema);
  if (!type || !loc) return null;
  const insert = ` { ${leavesOf(type)[0] ?? '__typename'} }`;
  return { words: FIX_PHRASES.use, name: name.value + insert, edits: [{ from: loc.end, to: loc.end, insert }] };
}

/** Returns the type of a field, or the type that is expected of a value. */
function typeAt(node: ASTNode, document: DocumentNode, schema: GraphQLSchema): GraphQLType | null {
  const info = new TypeInfo(schema);
  let type: GraphQLType | null = null;
  const enter = (each: ASTNode): void => {
    if (each === node) type = info.getInputType() ?? info.getType() ?? null;
  };
  visit(document, visitWithTypeInfo(info, { enter }));
  return type;
}

function removal({ text, document }: CheckedDocument, definition: VariableDefinitionNode): TextEdit[] {
  const operation = document.definitions.find(
    node => node.kind === 'OperationDefinition' && node.variableDefinitions?.includes(definition),
  );
  return operation?.kind === 'OperationDefinition' ? withoutVariables(text, operation, [definition]) : [];
}
