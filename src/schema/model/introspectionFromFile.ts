/**
 * A schema from a file a person dropped because the server refuses introspection: GraphQL's schema language or a saved introspection
 * answer, to introspection JSON. It uses graphql-js and is therefore only ever loaded by `import()`.
 */
import { buildASTSchema, introspectionFromSchema, parse } from 'graphql';
import { IntrospectionError } from './introspection';

/**
 * @param text a `.graphql` or `.json` file's content; Markdown fences and a byte order mark are taken off
 * @returns an introspection answer that `readIntrospection` takes
 * @throws IntrospectionError saying in English what is wrong, with line and column for schema language
 */
export function introspectionFromFile(text: string): unknown {
  const bare = text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*```\w*\n([\s\S]*?)\n```\s*$/, '$1')
    .trim();
  if (bare === '') throw new IntrospectionError('The file is empty.');
  if (bare.startsWith('{')) {
    try {
      return JSON.parse(bare) as unknown;
    } catch (error) {
      // `{ field }` would be a query, `{ "data": …` cut short is JSON that is broken.
      throw new IntrospectionError(`The file is no valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  try {
    // Directives of federation and of other tools are used without being defined, so the rules for a schema's text are not applied.
    const schema = buildASTSchema(parse(bare, { noLocation: false }), { assumeValidSDL: true, assumeValid: true });
    return introspectionFromSchema(schema, {
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
  } catch (error) {
    throw new IntrospectionError(`The file is no valid GraphQL schema: ${describe(error)}`);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [at] = (error as { locations?: ReadonlyArray<{ line: number; column: number }> }).locations ?? [];
  return at === undefined ? error.message : `${error.message} (line ${at.line}, column ${at.column})`;
}
