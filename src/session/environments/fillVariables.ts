/** Fills environment variables into the variables of an operation. Used by Query and `oriel run`. */
import { fillValue, isOneVariable } from './fillTemplate';

/**
 * Replaces environment variables in `given`. A value that consists of one variable is converted if the operation declares a number or Boolean.
 * Adds names to `found.unset` and `found.used`.
 * @param declared the operation's variable definitions, with types in GraphQL syntax
 */
export function fillVariables(
  given: Readonly<Record<string, unknown>>,
  declared: readonly { name: string; type: string }[],
  values: ReadonlyMap<string, string>,
  found: { unset: Set<string>; used: Set<string> },
): Record<string, unknown> {
  const types = new Map(declared.map(({ name, type }) => [name, type.replace(/!$/, '')]));
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    const filled = fillValue(value, values, found);
    return [name, typeof value === 'string' && isOneVariable(value) ? typed(filled, types.get(name)) : filled];
  });
  return Object.fromEntries(entries);
}

function typed(value: unknown, type: string | undefined): unknown {
  if (type === 'Boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type !== 'Int' && type !== 'Float') return value;
  const number = typeof value === 'string' && /^-?\d[\d.eE+-]{0,30}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}
