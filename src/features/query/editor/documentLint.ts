/**
 * Marks what is wrong with a document: at a place that cannot be read, else wherever graphql-js finds a rule of the specification broken or a
 * deprecated name used. Fragments nobody uses are no fault here: of a document one operation and what it needs is sent.
 */
import { type Diagnostic, linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
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

/** The extension. */
export function documentLint(schema: GraphQLSchema): Extension {
  return linter(view => documentProblems(view.state.doc.toString(), schema));
}

const RULES = specifiedRules.filter(rule => rule !== NoUnusedFragmentsRule && rule !== ExecutableDefinitionsRule);

/** What is wrong with a text; nothing with one that holds no more than spaces and comments. */
export function documentProblems(text: string, schema: GraphQLSchema): Diagnostic[] {
  if (!/[^\s,\ufeff]/.test(text.replace(/#.*/g, ''))) return [];
  try {
    const document = parse(text, { maxTokens: 200_000 });
    return [
      ...validate(schema, document, RULES).flatMap(error => marksOf(error, 'error')),
      ...validate(schema, document, [NoDeprecatedCustomRule]).flatMap(error => marksOf(error, 'warning')),
    ];
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return [{ ...tokenAt(text, error.positions?.[0] ?? 0), severity: 'error', message: error.message }];
  }
}

function marksOf({ nodes, message }: GraphQLError, severity: Diagnostic['severity']): Diagnostic[] {
  return (nodes ?? []).flatMap(node => {
    const { loc } = markedPart(node);
    return loc ? [{ from: loc.start, to: loc.end, severity, message }] : [];
  });
}

/** A name stands for what it names: a whole field with all in it is too much to underline. */
function markedPart(node: ASTNode): ASTNode {
  if (node.kind === 'Variable') return node;
  if ('name' in node && node.name) return node.name;
  return 'variable' in node ? node.variable : node;
}

/** The word or sign at an offset; at the end of the text the last one. */
function tokenAt(text: string, offset: number): { from: number; to: number } {
  const length = /^(?:\w+|\S)/.exec(text.slice(offset))?.[0].length ?? 0;
  if (length > 0) return { from: offset, to: offset + length };
  const end = text.slice(0, offset).trimEnd().length;
  return { from: Math.max(0, end - 1), to: end };
}
