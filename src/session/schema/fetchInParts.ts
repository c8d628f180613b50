/** Fetches a schema with many small queries, after a server refused introspection at once. Loaded on demand. */
import type { CombinedError } from '@urql/core';
import { ARGUMENT_DEPTHS, contentsQuery, NAMES_QUERY, TYPES_AT_ONCE, typesWithContents } from '../../schema/model/contentsQuery';

/** The largest schema that is fetched in parts: 300 requests. */
const MOST_TYPES = 3000;

/** The data of a response, or its error. */
export interface PartAnswer {
  data?: unknown;
  error?: CombinedError | undefined;
}

type Raw = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Raw => (typeof value === 'object' && value !== null ? (value as Raw) : {});

/**
 * Resolves to introspection data as a single query returns it; null if the server refuses parts as well, if a response is missing, or if
 * the schema has too many types.
 * @param ask sends a query; null stops
 */
export async function fetchInParts(ask: (query: string) => Promise<PartAnswer | null>): Promise<unknown> {
  const names = await ask(NAMES_QUERY);
  const schema = objectOf(objectOf(names?.data).__schema);
  if (names === null || names.error || !Array.isArray(schema.types)) return null;
  const wanted = typesWithContents(schema.types);
  if (wanted.length > MOST_TYPES) return null;
  const contents = new Map<unknown, Raw>();
  let depths: readonly number[] = ARGUMENT_DEPTHS;
  for (let start = 0; start < wanted.length; start += TYPES_AT_ONCE) {
    const some = wanted.slice(start, start + TYPES_AT_ONCE);
    let answer: PartAnswer | null = null;
    // The depth that worked is kept for the other types.
    while (depths.length > 0) {
      answer = await ask(contentsQuery(some, depths[0] ?? 0));
      if (answer === null || !answer.error) break;
      depths = depths.slice(1);
    }
    if (answer === null || answer.error) return null;
    some.forEach(({ name }, at) => {
      contents.set(name, objectOf(objectOf(answer?.data)[`t${at}`]));
    });
  }
  return {
    __schema: {
      ...schema,
      directives: [],
      types: schema.types.map((type: unknown) => ({ ...objectOf(type), ...contents.get(objectOf(type).name) })),
    },
  };
}
