/**
 * What mends a mistake that graphql-js found in a document: the name it suggests, a variable that is used and not declared, one that is declared and
 * not used.
 */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { FIX_PHRASES } from './documentPhrases';
import { withoutVariables } from './documentVariables';
import { insertedItem, type TextEdit } from './textEdit';

/** One way to mend a mistake. */
export interface DocumentFix {
  /** What it does, with `$1` for the name: one of CodeMirror's phrases. */
  words: string;
  name: string;
  /** Changes of the text; null: the name takes the place of what is marked. */
  edits: TextEdit[] | null;
}

/** The document that was checked. */
export interface CheckedDocument {
  text: string;
  document: DocumentNode;
  schema: GraphQLSchema;
}

const MOST_SUGGESTIONS = 3;

/** What mends it; nothing for most mistakes. */
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
  return suggestions(error.message).map(name => ({ words: FIX_PHRASES.use, name, edits: null }));
}

/** The names that a message suggests in place of the marked one. */
function suggestions(message: string): string[] {
  const said = / Did you mean (?:the enum value )?((?:"[_A-Za-z]\w*"|, or | or |, )+)\?$/.exec(message)?.[1] ?? '';
  return [...said.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? '').slice(0, MOST_SUGGESTIONS);
}

/** Declares a variable with the type that its place wants; null where that is not known. */
function declaration({ text, document, schema }: CheckedDocument, variable: VariableNode, operation: OperationDefinitionNode) {
  const info = new TypeInfo(schema);
  let type: string | null = null;
  visit(
    document,
    visitWithTypeInfo(info, {
      Variable(node) {
        if (node === variable) type = String(info.getInputType() ?? '') || null;
      },
    }),
  );
  const { loc } = operation;
  if (type === null || !loc) return null;
  const item = `$${variable.name.value}: ${type}`;
  if (text[loc.start] === '{') return [{ from: loc.start, to: loc.start, insert: `query (${item}) ` }];
  const nameEnd = operation.name?.loc?.end ?? loc.start + operation.operation.length;
  return [insertedItem(text, operation.variableDefinitions ?? [], nameEnd, item)];
}

function removal({ text, document }: CheckedDocument, definition: VariableDefinitionNode): TextEdit[] {
  const operation = document.definitions.find(
    node => node.kind === 'OperationDefinition' && node.variableDefinitions?.includes(definition),
  );
  return operation?.kind === 'OperationDefinition' ? withoutVariables(text, operation, [definition]) : [];
}
