/** Fills environment variables into the variables of an operation. Used by Query and `oriel run`. */
import { type DeclaredInput, type InputFields, parseVariables } from '../operations/parseExactJson';
import { bareVariable } from './bareVariables';
import { fillValue, isOneVariable, isPlainObject } from './fillTemplate';

/**
 * Replaces environment variables in `given`. A value that consists of one variable is converted if its type is a number or Boolean, also
 * within lists and input objects. One without quotes is inserted as JSON. Adds names to `found.unset`, `found.used` and `found.notJson`.
 * @param declared the operation's variable definitions, with types in GraphQL syntax
 * @param fieldsOf the input types that are known
 */
export function fillVariables(
  given: Readonly<Record<string, unknown>>,
  declared: readonly DeclaredInput[],
  fieldsOf: InputFields,
  values: ReadonlyMap<string, string>,
  found: { unset: Set<string>; used: Set<string>; notJson: Set<string> },
): Record<string, unknown> {
  return filledFields(given, declared);

  function filledFields(object: Readonly<Record<string, unknown>>, fields: readonly DeclaredInput[]): Record<string, unknown> {
    const types = new Map(fields.map(({ name, type }) => [name, type.replace(/[[\]!]/g, '')]));
    return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, filled(value, types.get(name) ?? '')]));
  }

  function filled(value: unknown, type: string): unknown {
    const bare = typeof value === 'string' ? bareVariable(value) : null;
    if (bare !== null) return inserted(bare, type);
    if (typeof value === 'string' && isOneVariable(value)) return typed(fillValue(value, values, found), type);
    if (Array.isArray(value)) return value.map(item => filled(item, type));
    return isPlainObject(value) ? filledFields(value, fieldsOf(type) ?? []) : fillValue(value, values, found);
  }

  function inserted(name: string, type: string): unknown {
    const json = values.get(name);
    if (json === undefined) found.unset.add(name);
    else {
      found.used.add(name);
      try {
        // Parsed alone first, so that it cannot end the object around it.
        JSON.parse(json);
        return (parseVariables(`{"v":${json}}`, [{ name: 'v', type: type || 'ID' }], fieldsOf) as { v: unknown }).v;
      } catch {
        found.notJson.add(name);
      }
    }
    return `{{${name}}}`;
  }
}

function typed(value: unknown, type: string): unknown {
  if (type === 'Boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type !== 'Int' && type !== 'Float') return value;
  const number = typeof value === 'string' && /^-?\d[\d.eE+-]{0,30}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}
