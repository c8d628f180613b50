/** Sample operations that the embedding server configures. The server reports invalid ones as errors; the page leaves them out. */
import { ownValues } from '../ownValues';

/** A sample operation. */
export interface StarterQuery {
  /** Its name in the UI. */
  name: string;
  /** A GraphQL document. */
  query: string;
  /** Initial values. Default: none. */
  variables?: Readonly<Record<string, unknown>>;
}

const MOST = 50;
const LONGEST_NAME = 100;
const LONGEST_TEXT = 20_000;
const KEYS: ReadonlySet<string> = new Set(['name', 'query', 'variables']);

/**
 * Reads the list.
 * @param refuse called with the place of an invalid value and what is expected there. It may throw; otherwise the entry is left out.
 */
export function readStarterQueries(list: unknown, refuse: (where: string, wanted: string) => void = () => {}): StarterQuery[] {
  if (!Array.isArray(list) || list.length > MOST) {
    refuse('queries', `a list of at most ${MOST} operations`);
    return [];
  }
  return list.flatMap((entry: unknown, at) => {
    const where = `queries[${at}]`;
    const own = ownValues(entry);
    if (own === null) {
      refuse(where, 'an object with name, query and perhaps variables');
      return [];
    }
    const name = text(own.get('name'), LONGEST_NAME);
    const query = text(own.get('query'), LONGEST_TEXT);
    const variables = own.get('variables');
    const unknown = [...own.keys()].find(key => !KEYS.has(key));
    if (name === null) refuse(`${where}.name`, `a text of at most ${LONGEST_NAME} characters that is not empty`);
    if (query === null) refuse(`${where}.query`, `a GraphQL document of at most ${LONGEST_TEXT} characters`);
    if (variables !== undefined && !isVariables(variables))
      refuse(`${where}.variables`, `an object whose JSON has at most ${LONGEST_TEXT} characters`);
    if (unknown !== undefined) refuse(`${where}.${unknown.slice(0, 50)}`, 'left out: an operation has no such key');
    if (name === null || query === null) return [];
    return [{ name, query, ...(isVariables(variables) ? { variables } : {}) }];
  });
}

function text(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value : null;
}

function isVariables(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  try {
    return JSON.stringify(value).length <= LONGEST_TEXT;
  } catch {
    return false;
  }
}
