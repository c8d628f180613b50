/**
 * Reads the order of a list of example data from its arguments, under the names that servers use: `orderBy: NAME_DESC`, `sort: "-name"`,
 * `{name: DESC}`, `{field: NAME, direction: DESC}`, or `sortBy: "name"` beside `sortOrder: DESC`.
 */
import { isPlain } from '../../schema/model/argumentPath';

/** Names of arguments that sort. */
export const SORTS = /^_?(?:order|sort)(?:s|_?by|ings?|_?key|_?field|input)?$/i;
const DIRECTIONS = /^_?(?:(?:order|sort)?_?(?:direction|dir|order)|(?:is_?)?(?:desc(?:ending)?|reverse))$/i;
const FIELDS = /^_?(?:field|column|property|by|key|path|attribute)$/i;
const DIRECTION = /[_:\s.]?(asc|desc)(?:ending)?(?:[_\s]nulls[_\s](?:first|last))?$/i;

/** One field that a list is sorted by. */
export interface SortStep {
  field: string;
  isDown: boolean;
}

/** The fields that the arguments sort by, most important first. Names that are none of `fields` are left out. */
export function sortSteps(args: Readonly<Record<string, unknown>>, fields: readonly string[]): SortStep[] {
  const stepOf = (text: string, isDown = false): SortStep[] => {
    const [end = '', direction = ''] = DIRECTION.exec(text) ?? [];
    const named = [text, text.slice(0, text.length - end.length)].flatMap(name =>
      fields.filter(field => plain(field) === plain(name)),
    );
    const [field] = named;
    return field === undefined ? [] : [{ field, isDown: isDown || text.startsWith('-') || /^desc/i.test(direction) }];
  };
  const stepsOf = (given: unknown, isDown: boolean): SortStep[] => {
    if (typeof given === 'string') return stepOf(given, isDown);
    if (Array.isArray(given)) return given.flatMap(item => stepsOf(item, isDown));
    if (!isPlain(given)) return [];
    const named = Object.entries(given).find(([name, value]) => FIELDS.test(name) && typeof value === 'string');
    if (named) return stepOf(String(named[1]), isDown || directionIn(given));
    return Object.entries(given).flatMap(([name, value]) => (isDirection(value) ? stepOf(name, isDownwards(value)) : []));
  };
  const isDown = directionIn(args);
  return Object.entries(args).flatMap(([name, given]) => {
    if (SORTS.test(name)) return stepsOf(given, isDown);
    return isPlain(given) && !fields.includes(name) ? sortSteps(given, fields) : [];
  });
}

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

/** True for `ASC`, `desc_nulls_last`, 1, -1, true, and `{order: DESC}`. */
const isDirection = (value: unknown): boolean =>
  isPlain(value)
    ? Object.values(value).some(isDirection)
    : value === 1 || value === -1 || typeof value === 'boolean' || (typeof value === 'string' && /^(?:asc|desc)/i.test(value));

const isDownwards = (value: unknown): boolean =>
  isPlain(value) ? directionIn(value) : value === true || value === -1 || (typeof value === 'string' && /^desc/i.test(value));

const directionIn = (given: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(given).some(([name, value]) => (DIRECTIONS.test(name) || /^sort$/i.test(name)) && isDownwards(value));
