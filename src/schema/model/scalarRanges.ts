/** The minimum and maximum of a scalar's values, derived from its name. Only forms use them; tables show any value they receive. */
import { type ScalarInfo, scalarInfo, scalarKey } from './scalars';
import type { ScalarTypeModel } from './schemaModel';

/** A scalar's kind with the limits that a form enforces. */
export interface RangedScalar extends ScalarInfo {
  /** Smallest and largest value for kinds int, float and bigInt, as decimal text; null if there is no limit. */
  readonly min: string | null;
  readonly max: string | null;
  /** Numbers of kind bigInt or decimal are sent as strings, as the server sends them. Default: sent as numbers if they are exact. */
  readonly asText?: boolean;
  /** A value of kind localDateTime is sent with its zone if it has one. Default: without. */
  readonly keepsZone?: boolean;
  /** A value of kind json is a string that contains JSON. Default: any JSON value. */
  readonly inString?: boolean;
}

/** Limits by scalar name (`scalarKey`). The specification limits Int to 32 bits. */
const RANGES: ReadonlyMap<string, readonly [string | null, string | null]> = new Map([
  ['int', ['-2147483648', '2147483647']],
  ['int32', ['-2147483648', '2147483647']],
  ['int4', ['-2147483648', '2147483647']],
  ['integer', ['-2147483648', '2147483647']],
  ['smallint', ['-32768', '32767']],
  ['int2', ['-32768', '32767']],
  ['int16', ['-32768', '32767']],
  ['short', ['-32768', '32767']],
  ['uint8', ['0', '255']],
  ['uint16', ['0', '65535']],
  ['uint32', ['0', '4294967295']],
  ['uint64', ['0', '18446744073709551615']],
  ['port', ['0', '65535']],
  ['positiveint', ['1', '2147483647']],
  ['nonnegativeint', ['0', '2147483647']],
  ['unsignedint', ['0', '4294967295']],
  ['negativeint', ['-2147483648', '-1']],
  ['nonpositiveint', ['-2147483648', '0']],
  ['int64', ['-9223372036854775808', '9223372036854775807']],
  ['long', ['-9223372036854775808', '9223372036854775807']],
  ['positivefloat', ['0', null]],
  ['nonnegativefloat', ['0', null]],
  ['unsignedfloat', ['0', null]],
  ['nonpositivefloat', [null, '0']],
  ['latitude', ['-90', '90']],
  ['longitude', ['-180', '180']],
]);

/** Scalars whose values are strings that contain JSON (Graphene, AppSync), by `scalarKey`. */
const JSON_IN_STRING = /^(jsonstring|awsjson)$/;

/** The result of `scalarInfo` with the scalar's limits. */
export function rangedScalar(scalar: Pick<ScalarTypeModel, 'name' | 'specifiedBy'>): RangedScalar {
  const key = scalarKey(scalar.name);
  const [min, max] = RANGES.get(key) ?? [null, null];
  return { ...scalarInfo(scalar), min, max, inString: JSON_IN_STRING.test(key) };
}
