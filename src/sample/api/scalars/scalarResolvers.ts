/** Serialisation and parsing of the custom scalars. Their descriptions are in the type definitions. */
import { GraphQLError, type GraphQLScalarTypeConfig, Kind, print, type ValueNode } from 'graphql';
import { PendingUpload } from '../../uploads/pendingUpload';
import { BigInteger } from '../losslessJson';

const refuse = (message: string): never => {
  throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
};

/** The functions of a scalar. It must have no other properties, because they would overwrite those of the type definitions. */
type ScalarCoding = Required<Pick<GraphQLScalarTypeConfig<unknown, unknown>, 'serialize' | 'parseValue' | 'parseLiteral'>>;

/** Creates a scalar that is only parsed from strings, in variables and literals alike. */
function textScalar<Internal>(
  name: string,
  parse: (text: string) => Internal,
  serialize: (value: unknown) => string,
): ScalarCoding {
  const parseValue = (value: unknown): Internal =>
    typeof value === 'string' ? parse(value) : refuse(`${name} must be a string, not ${JSON.stringify(value) ?? typeof value}.`);
  return {
    serialize,
    parseValue,
    parseLiteral: node =>
      node.kind === Kind.STRING ? parse(node.value) : refuse(`${name} must be a string, not ${print(node)}.`),
  };
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Parses an RFC 3339 date-time with its offset. */
function parseDateTime(text: string): Date {
  const match = DATE_TIME.exec(text);
  const time = Date.parse(text.toUpperCase());
  // Date.parse accepts the 30th of February as a day in March, so the day is checked separately.
  if (!match || Number.isNaN(time) || !isDay(match[1] as string) || Number(match[2]) > 23) {
    return refuse(`"${text.slice(0, 100)}" is not a date and time in the format 2026-07-01T12:30:00Z.`);
  }
  return new Date(time);
}

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

function parseBigInt(text: string): bigint {
  if (!/^-?\d{1,20}$/.test(text)) return refuse(`"${text.slice(0, 100)}" is not an integer.`);
  const value = BigInt(text);
  return value < LEAST || value > MOST ? refuse(`${text} does not fit into 64 bits.`) : value;
}

/** Converts a JSON literal in a document to a value. Variables in it are replaced. */
function literalToJson(node: ValueNode, variables: Record<string, unknown> | null | undefined): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.ENUM:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map(value => literalToJson(value, variables));
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.OBJECT:
      // fromEntries creates own properties, even for `__proto__`.
      return Object.fromEntries(node.fields.map(field => [field.name.value, literalToJson(field.value, variables)]));
  }
}

/** The scalars by name, as part of the resolver map. */
export const scalarResolvers: Record<string, ScalarCoding> = {
  DateTime: textScalar('DateTime', parseDateTime, value => (value as Date).toISOString()),
  Date: textScalar(
    'Date',
    text => (isDay(text) ? text : refuse(`"${text.slice(0, 100)}" is not a date in the format 2026-07-01.`)),
    value => value as string,
  ),
  URL: textScalar(
    'URL',
    text => text,
    value => value as string,
  ),
  BigInt: {
    serialize(value) {
      const whole = BigInt(value as bigint);
      const double = Number(whole);
      return Number.isSafeInteger(double) ? double : new BigInteger(whole);
    },
    parseValue(value) {
      if (typeof value === 'string') return parseBigInt(value);
      if (typeof value !== 'number' || !Number.isInteger(value))
        return refuse(`BigInt must be an integer, not ${JSON.stringify(value)}.`);
      if (!Number.isSafeInteger(value))
        return refuse('Send an integer beyond 2^53 as a string of digits. As a number, it loses digits.');
      return BigInt(value);
    },
    parseLiteral: node =>
      node.kind === Kind.INT || node.kind === Kind.STRING
        ? parseBigInt(node.value)
        : refuse(`BigInt must be an integer, not ${print(node)}.`),
  },
  JSON: {
    serialize: value => value,
    parseValue: value => value,
    parseLiteral: literalToJson,
  },
  Upload: {
    serialize: () => refuse('Upload can only be used as input.'),
    parseValue: value =>
      value instanceof PendingUpload ? value : refuse('Upload must be a file, sent as a part of a multipart request.'),
    parseLiteral: () => refuse('Upload must be a file, sent as a part of a multipart request and passed as a variable.'),
  },
};
