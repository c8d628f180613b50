/** Example values that match the names of field and type. They depend on the place only (see numberAt.ts). */
import { numberAt, pick } from './numberAt';

const FIRST = [
  'Ada',
  'Bela',
  'Carla',
  'Dario',
  'Edda',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Lena',
  'Mika',
  'Nora',
  'Oscar',
];
const LAST = [
  'Albers',
  'Berg',
  'Castro',
  'Dahl',
  'Evans',
  'Fischer',
  'Garcia',
  'Haas',
  'Ito',
  'Jansen',
  'Keller',
  'Lund',
  'Moreau',
  'Novak',
];
const ADJECTIVES = [
  'Amber',
  'Bright',
  'Calm',
  'Deep',
  'Early',
  'Fair',
  'Golden',
  'High',
  'Ivory',
  'Light',
  'Mild',
  'Northern',
  'Quiet',
  'Silver',
];
const NOUNS = [
  'Anchor',
  'Bay',
  'Bridge',
  'Cloud',
  'Field',
  'Garden',
  'Harbour',
  'Island',
  'Lake',
  'Meadow',
  'River',
  'Stone',
  'Valley',
  'Wood',
];
const CITIES = ['Bergen', 'Hamburg', 'Lisbon', 'Marseille', 'Oslo', 'Porto', 'Riga', 'Rotterdam', 'Tallinn', 'Valencia'];
const COUNTRIES = ['Norway', 'Germany', 'Portugal', 'France', 'Latvia', 'Netherlands', 'Estonia', 'Spain'];

/** Generators of strings by words in the field name. The first match is used. */
const TEXTS: readonly (readonly [pattern: RegExp, make: (...place: readonly (string | number)[]) => string])[] = [
  [/password|secret|token|hash/i, () => 'example'],
  [/e_?mail/i, (...at) => `${pick(FIRST, ...at)}.${pick(LAST, 'last', ...at)}@example.com`.toLowerCase()],
  [/phone|mobile|fax/i, (...at) => `+1 555 01${String(numberAt(...at) % 100).padStart(2, '0')}`],
  [
    /url|uri|website|link|href|avatar|image|photo|picture/i,
    (...at) => `https://www.example-data.invalid/${numberAt(...at) % 1000}`,
  ],
  [/colou?r/i, (...at) => `#${(numberAt(...at) & 0xffffff).toString(16).padStart(6, '0')}`],
  [/currency/i, (...at) => pick(['EUR', 'NOK', 'USD'], ...at)],
  [/locale|language/i, (...at) => pick(['de', 'en', 'nb', 'pt'], ...at)],
  [/country/i, (...at) => pick(COUNTRIES, ...at)],
  [/city|town|port|place|location/i, (...at) => pick(CITIES, ...at)],
  [/first_?name|given/i, (...at) => pick(FIRST, ...at)],
  [/last_?name|surname|family/i, (...at) => pick(LAST, ...at)],
  [
    /full_?name|user|author|owner|person|customer|contact|login/i,
    (...at) => `${pick(FIRST, ...at)} ${pick(LAST, 'last', ...at)}`,
  ],
  [/date|_at$|At$|time/, (...at) => dateAt(...at)],
  [
    /code|sku|number|key|slug|ref/i,
    (...at) =>
      `${pick(NOUNS, ...at)
        .slice(0, 2)
        .toUpperCase()}-${numberAt(...at) % 10_000}`,
  ],
  [
    /description|text|note|comment|content|body|summary|message|about/i,
    (...at) => `${pick(ADJECTIVES, ...at)} ${pick(NOUNS, ...at).toLowerCase()} by the ${pick(NOUNS, 'by', ...at).toLowerCase()}.`,
  ],
];

/** Latest generated date. A fixed one, so that the values do not depend on the current day. */
const LATEST = Date.UTC(2026, 0, 1);

function dateAt(...place: readonly (string | number)[]): string {
  return new Date(LATEST - (numberAt(...place) % (700 * 1440)) * 60_000).toISOString().replace('.000', '');
}

/** A string for a field. */
export function textFor(field: string, ...place: readonly (string | number)[]): string {
  const known = TEXTS.find(([pattern]) => pattern.test(field));
  return known ? known[1](...place) : `${pick(ADJECTIVES, ...place)} ${pick(NOUNS, 'noun', ...place)}`;
}

/** A plausible integer for a field with that name. */
export function integerFor(field: string, ...place: readonly (string | number)[]): number {
  const number = numberAt(...place);
  if (/year|built/i.test(field)) return 1980 + (number % 45);
  if (/percent|ratio|progress|(?:^|[_a-z])Age$|^age$/.test(field)) return number % 101;
  if (/count|total|quantity|amount|size|stock/i.test(field)) return number % 500;
  return 1 + (number % 1000);
}

/** A value for a custom scalar, by its name. */
export function customScalar(scalar: string, field: string, ...place: readonly (string | number)[]): unknown {
  const number = numberAt(...place);
  if (/^(?:date|localdate|isodate|calendardate)$/i.test(scalar)) return dateAt(...place).slice(0, 10);
  if (/^(?:time|localtime|timetz)$/i.test(scalar)) return dateAt(...place).slice(11, 19);
  if (/timestamp|date|time|instant/i.test(scalar)) return dateAt(...place);
  if (/^(?:uuid|guid)$/i.test(scalar)) return uuidAt(...place);
  if (/json|object|map|any|hash/i.test(scalar)) return { [NOUNS[number % NOUNS.length] as string]: number % 100 };
  if (/int|long|short|byte|unsigned|number/i.test(scalar)) return integerFor(field, ...place);
  if (/decimal|numeric|money|float|double|currency|price/i.test(scalar)) return (number % 100_000) / 100;
  if (/bool/i.test(scalar)) return number % 2 === 0;
  if (/void/i.test(scalar)) return null;
  return textFor(`${field} ${scalar}`, ...place);
}

function uuidAt(...place: readonly (string | number)[]): string {
  const hex = [0, 1, 2, 3]
    .map(at =>
      numberAt(at, ...place)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
