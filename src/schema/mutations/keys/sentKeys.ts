/** The keys that a mutation was sent with, and whether the keys in its result contradict them. */

type Values = Readonly<Record<string, unknown>>;

const MOST_KEYS = 1000;
const PLAIN_KEY = /^_?(id|uuid|guid|key)$/i;
const KEY = /(id|ids|key|keys|uuid|guid)$/i;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Strings and numbers of a key or a list of keys, as texts. */
export function keyTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value.slice(0, MOST_KEYS) : [value])
    .filter(entry => typeof entry === 'string' || typeof entry === 'number')
    .map(String);
}

/** All strings and numbers in arguments with the name of a key. */
export function sentKeys(sent: unknown, depth = 3): string[] {
  if (!isValues(sent) || depth === 0) return [];
  return Object.entries(sent).flatMap(([name, value]) =>
    isValues(value) ? sentKeys(value, depth - 1) : KEY.test(name) ? keyTexts(value) : [],
  );
}

/**
 * How many different keys a bulk change was sent with; 0 for a change of one record, and if it is unclear which list has the keys.
 * @param name the name of the mutation as `nameKey` writes it: `memberIds` of `updateTeam` are values
 */
export function sentCount(name: string, sent: unknown): number {
  const lists: string[][] = [];
  const find = (values: unknown, depth: number): void => {
    if (!isValues(values) || depth === 0) return;
    for (const [key, value] of Object.entries(values)) {
      const [, holder = null] = /^(.*?)_?(ids|keys|uuids|guids)$/i.exec(key) ?? [];
      const isOwn = holder !== null && name.includes(holder.replace(/_/g, '').toLowerCase().slice(0, 100));
      const listed = Array.isArray(value) ? ownKeys(name, key, value) : [];
      if (Array.isArray(value) && isOwn) lists.push(keyTexts(value));
      else if (listed.length > 0) lists.push(listed);
      else if (isValues(value)) find(value, depth - 1);
      else if (PLAIN_KEY.test(key) && value != null) lists.push([], []);
    }
  };
  find(sent, 3);
  const [only, ...others] = lists;
  return only === undefined || others.length > 0 ? 0 : new Set(only).size;
}

/** Names of lists with one entry for each changed record, besides lists with the name of the record. */
const ENTRIES = /^(where|data|inputs?|updates|objects|records|entries|filters?|set)$/i;

/** The keys of the records that a list of objects names one by one: `where: [{id}]`, `updates: [{where: {id}, data}]`. */
function ownKeys(name: string, list: string, items: readonly unknown[]): string[] {
  if (!ENTRIES.test(list) && !name.includes(list.replace(/_/g, '').toLowerCase().slice(0, 100))) return [];
  const keys = items.slice(0, MOST_KEYS).map(item => {
    const holder = isValues(item) && isValues(item.where) ? item.where : item;
    const own = isValues(holder) ? Object.entries(holder).filter(([key]) => PLAIN_KEY.test(key)) : [];
    return own.length === 1 ? keyTexts(own[0]?.[1])[0] : undefined;
  });
  return keys.every(key => key !== undefined) ? keys : [];
}

/** The form of a key. Servers can answer with a global id where a number was sent, which says nothing. */
const formOf = (key: string): string =>
  /^\d{1,30}$/.test(key)
    ? 'number'
    : /^[\da-f]{8}-[\da-f-]{27}$/i.test(key)
      ? 'uuid'
      : /^[\da-f]{24}$/i.test(key)
        ? 'hex'
        : 'text';

/** True if one of the keys in a result is none of the keys that were sent, although it has their form. */
export function isOtherKey(value: unknown, sent: unknown): boolean {
  const known = new Set(sentKeys(sent));
  const forms = new Set([...known].map(formOf));
  return keyTexts(value).some(key => !known.has(key) && forms.has(formOf(key)));
}
