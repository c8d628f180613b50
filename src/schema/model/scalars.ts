/**
 * Maps a schema's scalars to kinds, by specification URL or by name. GraphQL defines five scalars; all others are custom, and servers agree
 * on little but their names. A scalar that matches nothing is `unknown`. scalarValues.ts parses and checks values; scalarRanges.ts has
 * limits.
 */
import type { ScalarTypeModel, SchemaModel } from './schemaModel';

/**
 * The kind of a scalar's values.
 * - `date` 2024-03-31, `time` 13:45:00 (with or without zone), `dateTime` an instant with zone, `localDateTime` without zone
 * - `bigInt` an integer of any size, `decimal` a number of any precision; both are kept as text
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

/** A scalar with its kind. */
export interface ScalarInfo {
  readonly kind: ScalarKind;
  /** The scalar's GraphQL name, for messages such as "a value of Money". */
  readonly name: string;
  readonly specifiedBy: string | null;
}

/** Scalar names in the form of `scalarKey`, separated by spaces, by kind. */
const NAMES: Readonly<Record<Exclude<ScalarKind, 'unknown'>, string>> = {
  text: 'string varchar char bpchar text citext name str symbol locale language languagecode countrycode currency currencycode timezone tz nonemptystring slug handle ipaddress ip ipv4 ipv6 inet internetaddress cidr cidraddress macaddr macaddr8 macaddress mac isbn iban bic jwt hexadecimal gitobjectid gitrefname oid regproc xml tsvector ltree postalcode zipcode did semver routingnumber accountnumber ssn',
  longText: 'longtext markdown html htmlstring richtext multiline mediumtext gitsshremote',
  int: 'int integer int2 int4 int8bit int16 int32 smallint tinyint mediumint short byte positiveint nonnegativeint negativeint nonpositiveint unsignedint uint uint8 uint16 uint32 port year serial count safeint',
  float:
    'float double float4 float8 float32 float64 real number positivefloat nonnegativefloat negativefloat nonpositivefloat unsignedfloat latitude longitude percentage doubleprecision',
  bigInt:
    'bigint long int8 int64 uint64 biginteger bigserial unsignedbigint uint256 int256 safebigint longint unsignedint64 numericid',
  decimal: 'decimal bigdecimal numeric money bigfloat cents amount fixed decimal128 currencyamount positivedecimal',
  boolean: 'boolean bool bit bit1',
  id: 'id objectid objectidscalar globalid mongoid guidid xid cursor',
  date: 'date localdate isodate iso8601date isodatestring dateonly calendardate calendarday plaindate',
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

/** Parts of a specification URL that identify the kind with certainty, most specific first. */
const BY_SPECIFICATION: ReadonlyArray<readonly [RegExp, ScalarKind]> = [
  [/local-date-time|localdatetime/i, 'localDateTime'],
  [/date-time|datetime/i, 'dateTime'],
  [/local-date|full-date/i, 'date'],
  [/local-time|partial-time/i, 'time'],
  [/multipart-request/i, 'upload'],
];
/** Parts of a specification URL that are weaker evidence than a known name: RFC 3339, for example, covers dates, times and both. */
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

/** A scalar name as a key of the tables: lower case, without separators. */
export const scalarKey = (name: string): string => name.replace(/[_\-\s]/g, '').toLowerCase();

/** The kind of a scalar, from (in this order) certain parts of its specification URL, its name, and hints in the URL. */
export function scalarInfo(scalar: Pick<ScalarTypeModel, 'name' | 'specifiedBy'>): ScalarInfo {
  const key = scalarKey(scalar.name);
  // Removes prefixes and suffixes that servers add to common names: GraphQLDateTime, DateTimeScalar, DateTimeType.
  const bare = key.replace(/^(graphql|gql|scalar|custom|_)/, '').replace(/(scalar|type)$/, '');
  const bySpecification = (list: ReadonlyArray<readonly [RegExp, ScalarKind]>): ScalarKind | undefined =>
    scalar.specifiedBy === null ? undefined : list.find(([pattern]) => pattern.test(scalar.specifiedBy ?? ''))?.[1];
  return {
    kind:
      bySpecification(BY_SPECIFICATION) ??
      BY_NAME.get(key) ??
      BY_NAME.get(bare) ??
      bySpecification(HINTS) ??
      (/[a-z]Int$/.test(scalar.name) ? 'int' : 'unknown'),
    name: scalar.name,
    specifiedBy: scalar.specifiedBy,
  };
}

/**
 * The kind of a scalar in its schema. If no other scalar is an instant, `Time` is one, as in schemas of gqlgen and graphql-go. The `time`
 * of a database (Hasura) is always a time of day: it would convert an instant from another time zone.
 */
export function kindInSchema(model: SchemaModel, scalar: Pick<ScalarTypeModel, 'name' | 'specifiedBy'>): ScalarKind {
  const { kind } = scalarInfo(scalar);
  return kind === 'time' && scalar.name === 'Time' && !hasInstants(model) ? 'dateTime' : kind;
}

const hasInstants = (model: SchemaModel): boolean =>
  model.remember('has instants', () =>
    [...model.types.keys()].some(name => /date_?time|timestamp|instant/i.test(name) && model.types.get(name)?.kind === 'scalar'),
  );
