/**
 * Makes schema names readable (`shipPositions` → "Ship positions") and converts English identifiers between singular and plural, to match
 * names with each other (`ships` with `Ship`). For identifiers only: texts in the user's language are in i18n.
 */

/** Matches the words of a GraphQL name, which contains only ASCII letters. */
const WORDS = /[A-Z]+(?![a-z])(?:[1-9]\d?(?!\d))?|[A-Z]?[a-z]+(?:[1-9]\d?(?!\d))?|\d+/g;

/** Maximum number of words of a name. Types are searched by all parts of a name, and a server could send names of thousands of words. */
const MOST_WORDS = 40;

/**
 * Splits an identifier into its words, as written: `IMONumber_old2` → ["IMO", "Number", "old2"], `line005` → ["line", "005"],
 * `x200` → ["x", "200"]. Returns the first 40 words.
 */
export function wordsOf(name: string): string[] {
  return name.match(WORDS)?.slice(0, MOST_WORDS) ?? [];
}

/** Abbreviations that are written in capitals. */
const CAPITALS = new Set(
  'id url uri api sha ip ai kyc uuid html css json xml csv pdf http https sql sku vat iban bic imo utc iso qr sms gps ssh ssl tls dns cpu gpu ui ux faq seo ean isbn gtin upc ssn mac os cve ghsa cwe cvss mrn icd vip mri jwt sso mfa crm erp rma eta etd dob kpi roi vin usd eur gbp jpy chf sek nok dkk pln czk huf inr cny krw brl mxn cad aud nzd sgd hkd zar'.split(
    ' ',
  ),
);
/** The plurals of `CAPITALS`, such as `urls` → `URLs`. */
const CAPITAL_PLURALS: ReadonlyMap<string, string> = new Map([...CAPITALS].map(word => [`${word}s`, `${word.toUpperCase()}s`]));

/**
 * `shipPositions` → "Ship positions", `created_at` → "Created at", `imo` → "IMO", `HTTPServer` → "HTTP server", `SCREAMING_CASE` →
 * "Screaming case". A name without letters or digits is returned unchanged.
 */
export function readableName(name: string): string {
  const words = name.match(WORDS);
  if (words === null) return name;
  const shouting = name.length > 1 && name === name.toUpperCase();
  const text = words
    .map(word => {
      const lower = word.toLowerCase();
      if (CAPITALS.has(lower)) return lower.toUpperCase();
      const plural = CAPITAL_PLURALS.get(lower);
      if (plural !== undefined) return plural;
      return !shouting && word.length > 1 && word === word.toUpperCase() && /[A-Z]/.test(word) ? word : lower;
    })
    .join(' ')
    .replace(/\bo ?auth(?=2?\b)/gi, 'OAuth');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The label of a field. PostGraphile appends the foreign key column to the names of relations (`shipsByBerthId`): the suffix is removed.
 */
export function fieldLabel(name: string): string {
  return readableName(name.replace(/([a-z0-9])By[A-Z]\w{0,200}Id$/, '$1'));
}

const IRREGULAR: ReadonlyArray<readonly [string, string]> = [
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['mouse', 'mice'],
  ['goose', 'geese'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['datum', 'data'],
  ['medium', 'media'],
  ['criterion', 'criteria'],
  ['index', 'indices'],
  ['vertex', 'vertices'],
  ['matrix', 'matrices'],
  ['analysis', 'analyses'],
  ['axis', 'axes'],
  ['crisis', 'crises'],
  ['leaf', 'leaves'],
  ['life', 'lives'],
  ['knife', 'knives'],
  ['wife', 'wives'],
  ['half', 'halves'],
  ['shelf', 'shelves'],
  ['quiz', 'quizzes'],
  ['movie', 'movies'],
  ['cookie', 'cookies'],
  ['series', 'series'],
  ['species', 'species'],
  ['news', 'news'],
  ['status', 'statuses'],
  ['bus', 'buses'],
  ['alias', 'aliases'],
  ['code', 'codes'],
];

/** Irregular forms by ending: first from singular to plural, then from plural to singular. */
const ENDINGS: readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>] = [
  new Map(IRREGULAR),
  new Map(IRREGULAR.map(([one, many]) => [many, one] as const)),
];
const LONGEST_ENDING = Math.max(...IRREGULAR.flat().map(word => word.length));
/** The last two letters of all irregular forms: a quick check that excludes most words. */
const LAST_LETTERS: readonly [ReadonlySet<string>, ReadonlySet<string>] = [
  new Set(IRREGULAR.map(([one]) => one.slice(-2))),
  new Set(IRREGULAR.map(([, many]) => many.slice(-2))),
];

function swapEnding(word: string, from: 0 | 1): string | null {
  if (!LAST_LETTERS[from].has(word.slice(-2).toLowerCase())) return null;
  const lower = word.toLowerCase();
  for (let length = Math.min(LONGEST_ENDING, word.length); length > 2; length--) {
    const start = word.length - length;
    const other = ENDINGS[from].get(lower.slice(start));
    if (other === undefined) continue;
    // The irregular form must start a word: it matches `Person` and `salesPerson`, but not `Abhuman`.
    const first = word.charAt(start);
    if (start > 0 && word.charAt(start - 1) !== '_' && first !== first.toUpperCase()) continue;
    return word.slice(0, start) + first + other.slice(1);
  }
  return null;
}

/** `ships` → `ship`, `categories` → `category`, `people` → `person`. A word that is not a plural is returned unchanged. */
export function singular(name: string): string {
  const irregular = swapEnding(name, 1);
  if (irregular !== null) return irregular;
  if (swapEnding(name, 0) !== null) return name;
  if (/ies$/i.test(name) && name.length > 4) return `${name.slice(0, -3)}y`;
  // `sizes` is of `size`, but `waltzes` of `waltz`.
  if (/(ss|x|[zt]z|ch|sh)es$/i.test(name)) return name.slice(0, -2);
  if (/oes$/i.test(name) && name.length > 4) return name.slice(0, -2);
  if (/[^su]s$/i.test(name) && !/is$/i.test(name)) return name.slice(0, -1);
  return name;
}

/** `ship` → `ships`, `category` → `categories`, `person` → `people`. A word that is already a plural is returned unchanged. */
export function plural(name: string): string {
  const irregular = swapEnding(name, 0);
  if (irregular !== null) return irregular;
  if (swapEnding(name, 1) !== null || singular(name) !== name) return name;
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/i.test(name)) return `${name}es`;
  return `${name}s`;
}

/** A key that is equal for different spellings of a name: singular, lower case, no separators. `ship_Positions` → `shipposition`. */
export function nameKey(name: string): string {
  return singular(name.replace(/(?<![_\-\s])[_\-\s]+$/, ''))
    .replace(/[_\-\s]/g, '')
    .toLowerCase();
}

/** Names of lists and of single records that say nothing without their namespace. */
const BARE = {
  list: /^(?:list|all|many|items|find|find_?All|find_?Many|get_?All|list_?All|query)$/i,
  one: /^(?:single|one|item|get|find|by_?Id|get_?By_?Id|find_?By_?Id|find_?One|get_?One)$/i,
} as const;

/** A label, and the namespaces that it does not contain. */
export interface SpaceLabel {
  readonly label: string;
  /** Null for none. */
  readonly group: string | null;
}

/**
 * The label of a query field in a namespace. A name that says nothing is replaced by that of the namespace, if it names the type:
 * `assets { list: [AssetItem!]! }` is "Assets", `assets { single(id): Asset }` is "Asset".
 */
export function spaceLabel(label: string, path: readonly string[], typeName: string, kind: keyof typeof BARE): SpaceLabel {
  const within = path.slice(0, -1);
  const space = singular(within.at(-1) ?? '');
  const isNamed = space !== '' && BARE[kind].test(path.at(-1) ?? '') && nameKey(typeName).startsWith(nameKey(space));
  const others = (isNamed ? within.slice(0, -1) : within).map(readableName).join(' › ');
  return { label: isNamed ? readableName(kind === 'list' ? plural(space) : space) : label, group: others === '' ? null : others };
}
