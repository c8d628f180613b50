/**
 * Reads a schema file that the user provides because the server refuses introspection. The file contains either SDL (schema definition
 * language) or a saved introspection result. This module imports graphql-js, so load it only with `import()`.
 */

import { buildASTSchema, introspectionFromSchema, parse } from 'graphql';
import { parseBounded } from '../../lib/text/boundedJson';
import { IntrospectionError, readIntrospection } from './introspection';

/**
 * @param text the content of a `.graphql` or `.json` file; a byte order mark and a Markdown code fence are removed
 * @returns an introspection result for `readIntrospection`
 * @throws IntrospectionError with an English message, for SDL with line and column
 */
export function introspectionFromFile(text: string): unknown {
  const bare = text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*```\w*\n([\s\S]*?)\n```\s*$/, '$1')
    .trim();
  if (bare === '') throw new IntrospectionError('The file is empty.');
  if (bare.startsWith('{')) return resultIn(bare);
  try {
    // SDL validation is off because files often use directives of federation and other tools without defining them.
    const schema = buildASTSchema(parse(bare, { noLocation: false }), { assumeValidSDL: true, assumeValid: true });
    return introspectionFromSchema(schema, {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
  } catch (error) {
    throw new IntrospectionError(`The file is not a valid GraphQL schema: ${describe(error)}`);
  }
}

/** The introspection result. A server may offer no fields until the user signs in, but a file without any is damaged. */
function resultIn(json: string): unknown {
  let result: unknown;
  try {
    result = parseBounded(json);
  } catch (error) {
    // SDL never starts with `{`, so the file is either truncated JSON or a query such as `{ field }`.
    throw new IntrospectionError(`The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { queryType, problems } = readIntrospection(result);
  if (queryType.fields.size > 0) return result;
  throw new IntrospectionError([`The query type ${queryType.name} has no fields.`, ...problems.slice(0, 1)].join(' '));
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The stack overflows.
  if (error instanceof RangeError) return 'It has too many levels of nesting.';
  const [at] = (error as { locations?: ReadonlyArray<{ line: number; column: number }> }).locations ?? [];
  return at === undefined ? error.message : `${error.message} (line ${at.line}, column ${at.column})`;
}
