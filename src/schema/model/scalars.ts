/**
 * What the scalars of a schema stand for, by their specification's address or by name. GraphQL names five scalars; all others are custom,
 * and servers agree on little but the names. Any other scalar is `unknown`. How a value of each is typed in and sent: scalarValues.ts; between
 * which limits: scalarRanges.ts.
 */
import type { ScalarTypeModel } from './schemaModel';

/**
 * What a scalar holds.
 * - `date` 2024-03-31, `time` 13:45:00 (with or without zone), `dateTime` an instant with zone, `localDateTime` without zone
 * - `bigInt` a whole number of any size, `decimal` a number of any precision; both kept as text
 * - `duration` ISO 8601 (PT1H30M), `json` anything, `bytes` base64, `colour` #rrggbb
 */
export type ScalarKind =
  | 'text'
  | 'longText'
  | 'int'
  | 'float'
  | 'bigInt'
  | 'decimal'
  | 'boolean'
  | 'id'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'localDateTime'
  | 'duration'
  | 'json'
  | 'url'
  | 'email'
  | 'phone'
  | 'uuid'
  | 'bytes'
  | 'colour'
  | 'upload'
  | 'unknown';

/** What Oriel knows of one scalar. */
export interface ScalarInfo {
  readonly kind: ScalarKind;
  /** The scalar's own name, for "a value of Money". */
  readonly name: string;
  readonly specifiedBy: string | null;
}

/** Names (lower case, without separators) by kind. */
const NAMES: Readonly<Record<Exclude<ScalarKind, 'unknown'>, string>> = {
  text: 'string varchar char bpchar text citext name str symbol locale language languagecode countrycode currency currencycode timezone tz nonemptystring slug handle ipaddress ip ipv4 ipv6 inet cidr macaddr mac isbn iban bic jwt hexadecimal gitobjectid gitrefname oid regproc xml tsvector ltree postalcode zipcode did semver routingnumber accountnumber ssn',
  longText: 'longtext markdown html htmlstring richtext multiline mediumtext gitsshremote',
  int: 'int integer int2 int4 int8bit int16 int32 smallint tinyint mediumint short byte positiveint nonnegativeint negativeint nonpositiveint unsignedint uint uint8 uint16 uint32 port year serial count safeint',
  float:
    'float double float4 float8 float32 float64 real number positivefloat nonnegativefloat negativefloat nonpositivefloat unsignedfloat latitude longitude percentage doubleprecision',
  bigInt:
    'bigint long int8 int64 uint64 biginteger bigserial unsignedbigint uint256 int256 safebigint longint unsignedint64 numericid',
  decimal: 'decimal bigdecimal numeric money bigfloat cents amount fixed decimal128 currencyamount positivedecimal',
  boolean: 'boolean bool bit bit1',
  id: 'id objectid objectidscalar globalid mongoid guidid xid cursor',
  date: 'date localdate isodate iso8601date isodatestring dateonly calendardate plaindate',
  time: 'time timetz localtime timeofday isotime timewithtimezone timewithouttimezone plaintime localendtime',
  dateTime:
    'datetime timestamptz timestampwithtimezone timestamp instant isodatetime offsetdatetime zoneddatetime datetimeoffset datetimetz datetimeiso isodatetimestring utcdatetime awsdatetime gitimestamp precisedatetime datetimeutc iso8601datetime datetimestring javascriptdate dateandtime',
  localDateTime: 'localdatetime datetimelocal timestampwithouttimezone naivedatetime plaindatetime timestampntz',
  duration: 'duration interval isoduration iso8601duration timespan period timedelta',
  json: 'json jsonb jsonobject jsonstring object any map anyscalar jsonscalar mixed rawjson awsjson dictionary genericscalar hash keyvalue geojson record anyvalue graphqljson graphqljsonobject fivetranjson attributes metadata',
  url: 'url uri urlstring awsurl httpurl weburl link href href uristring urlscalar absoluteurl',
  email: 'email emailaddress awsemail emailstring',
  phone: 'phone phonenumber awsphone telephone',
  uuid: 'uuid guid uniqueidentifier uuidv4 uuid4 uuidv7',
  bytes: 'bytes base64 base64string bytea blob binary buffer bytearray base64encoded byteslike base64binary',
  colour: 'colour color hexcolor hexcolorcode hexcolour rgbcolor hexcolorstring colourhex colorhex',
  upload: 'upload file fileupload uploadfile multipartfile attachmentupload uploadscalar filescalar',
};

const BY_NAME: ReadonlyMap<string, ScalarKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.split(' ').map(name => [name, kind as ScalarKind] as const)),
);

/** Parts of a specification's address that leave no doubt, most telling first. */
const BY_SPECIFICATION: ReadonlyArray<readonly [RegExp, ScalarKind]> = [
  [/local-date-time|localdatetime/i, 'localDateTime'],
  [/date-time|datetime/i, 'dateTime'],
  [/local-date|full-date/i, 'date'],
  [/local-time|partial-time/i, 'time'],
  [/multipart-request/i, 'upload'],
];
/** Parts that say something, but less than a name that is known: RFC 3339 describes dates, times and both. */
const HINTS: ReadonlyArray<readonly [RegExp, ScalarKind]> = [
  [/rfc3339|timestamp/i, 'dateTime'],
  [/\/date\b/i, 'date'],
  [/\/time\b/i, 'time'],
  [/duration/i, 'duration'],
  [/uuid|rfc4122|rfc9562/i, 'uuid'],
  [/rfc3986|\/ur[il]\b|url\.spec\.whatwg/i, 'url'],
  [/rfc5322|rfc5321|email/i, 'email'],
  [/rfc4648|base64/i, 'bytes'],
  [/json\.org|rfc8259|ecma-404|\/json\b/i, 'json'],
  [/\/upload\b/i, 'upload'],
  [/\/long\b|bigint|big-int|int64/i, 'bigInt'],
  [/decimal/i, 'decimal'],
];

/** A name as these tables hold it: in lower case, without separators. */
export const scalarKey = (name: string): string => name.replace(/[_\-\s]/g, '').toLowerCase();

/** What a scalar stands for: what its specification's address says for certain, else its name, else what the address hints at. */
export function scalarInfo(scalar: Pick<ScalarTypeModel, 'name' | 'specifiedBy'>): ScalarInfo {
  const key = scalarKey(scalar.name);
  // Prefixes and endings that servers add to the usual names: GraphQLDateTime, DateTimeScalar, MyDateTimeType.
  const bare = key.replace(/^(graphql|gql|scalar|custom|_)/, '').replace(/(scalar|type)$/, '');
  const told = (list: ReadonlyArray<readonly [RegExp, ScalarKind]>): ScalarKind | undefined =>
    scalar.specifiedBy === null ? undefined : list.find(([pattern]) => pattern.test(scalar.specifiedBy ?? ''))?.[1];
  return {
    kind: told(BY_SPECIFICATION) ?? BY_NAME.get(key) ?? BY_NAME.get(bare) ?? told(HINTS) ?? 'unknown',
    name: scalar.name,
    specifiedBy: scalar.specifiedBy,
  };
}
