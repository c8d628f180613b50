/** Reads paths of fields from the extensions and messages of errors, and names of database columns from messages. */
import type { FieldPath } from './formValues';

/** Maximum length of a path, in elements of an array or characters of a string. */
const LONGEST_PATH = 500;

/** Parses a path such as `["input", 0, "eta"]`, `input.0.eta`, `input[0].eta`, `/input/0/eta` or `$input.eta`; null if it is none. */
export function readPath(value: unknown): FieldPath | null {
  if (Array.isArray(value)) {
    const isPath = value.length > 0 && value.length <= LONGEST_PATH;
    return isPath && value.every(part => typeof part === 'string' || typeof part === 'number') ? value : null;
  }
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_PATH) return null;
  const parts = value
    .replace(/^\$/, '')
    .split(/[.[\]/]+/)
    .filter(part => part !== '');
  return parts.length === 0 ? null : parts.map(part => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The path that a message quotes, such as `at "input.eta"`; null if there is none. */
export function pathInMessage(message: string): FieldPath | null {
  const at = / at ["'`]([\w$.[\]]+)["'`]/.exec(message)?.[1];
  if (at !== undefined) return readPath(at);
  const variable = /[Vv]ariable ["'`]?\$(\w+)["'`]?/.exec(message)?.[1];
  const named = variable ?? /\b(?:[Aa]rgument|[Ff]ield|[Ii]nput|[Pp]ath) ["'`](\w+)["'`]/.exec(message)?.[1];
  const inner = /[Ff]ield ["'`](?:\w+\.)?(\w+)["'`]/.exec(message)?.[1];
  if (named === undefined) return null;
  return inner !== undefined && inner !== named ? [named, inner] : [named];
}

/** Patterns of column names in the messages of PostgreSQL, MySQL, SQLite, MongoDB, Prisma and Dgraph. */
const COLUMN_LISTS = /\bKey \((.{1,200}?)\)=|\bfields: \(([^)]{1,200})\)/;
const COLUMN =
  /\bcolumn ["'`](\w{1,100})["'`]|\bconstraint failed: \w{1,100}\.(\w{1,100})|\bdup key: \{ ?["']?(\w{1,100})|\balready exists for field (\w{1,100})/i;
const CONSTRAINT = /\b(?:constraint|key):? ["'`](?:\w{1,100}\.)?(\w{1,200})["'`]/i;

/** The database columns that a message names. */
export function columnsIn(text: string): string[] {
  const [, key, listed] = COLUMN_LISTS.exec(text) ?? [];
  // `lower(email::text)` and `"email"` both name the column `email`.
  const columns = (key ?? listed ?? '')
    .split(',')
    .flatMap(column => /[A-Za-z_]\w*/.exec(column.replace(/^\s*lower\b/i, ''))?.[0] ?? []);
  const [, ...single] = COLUMN.exec(text) ?? [];
  columns.push(...single.filter(column => column !== undefined));
  // A constraint name such as `old_ship_name_key` consists of table and column. As the table's length is unknown, every split is tried.
  const words = (CONSTRAINT.exec(text)?.[1] ?? '').replace(/_(?:key|unique|uniq|check|fkey|idx|index)$/i, '').split('_');
  for (let start = 0; start < Math.min(words.length, 20); start++) columns.push(words.slice(start).join('_'));
  return columns.filter(column => column !== '' && column !== 'id');
}
