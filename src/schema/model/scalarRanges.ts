/** Between which limits the values of a scalar lie, as its name says. For forms: a table shows what there is. */
import { type ScalarInfo, scalarInfo, scalarKey } from './scalars';
import type { ScalarTypeModel } from './schemaModel';

/** What Oriel knows of a scalar whose values are entered. */
export interface RangedScalar extends ScalarInfo {
  /** Smallest and largest value, for kinds int, float and bigInt; null where there is none. */
  readonly min: string | null;
  readonly max: string | null;
}

/** Limits of whole numbers by name (`scalarKey`); a plain Int has 32 bits by GraphQL's own rule. */
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

/** What a scalar stands for (`scalarInfo`), and its limits. */
export function rangedScalar(scalar: Pick<ScalarTypeModel, 'name' | 'specifiedBy'>): RangedScalar {
  const [min, max] = RANGES.get(scalarKey(scalar.name)) ?? [null, null];
  return { ...scalarInfo(scalar), min, max };
}
