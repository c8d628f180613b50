/** The variables of an operation with those of an environment put in: one code for Query and for `oriel run`. */
import { fillValue } from './fillTemplate';

/** The whole text of a value that is one variable. */
const ALONE = /^\{\{[^{}]{1,100}\}\}$/;

/**
 * Fills them. A value that is one variable and is declared as a number or Boolean becomes one. `unset` and `used` are added to.
 * @param declared - the operation's variables, with their types as GraphQL writes them
 */
export function fillVariables(
  given: Readonly<Record<string, unknown>>,
  declared: readonly { name: string; type: string }[],
  values: ReadonlyMap<string, string>,
  found: { unset: Set<string>; used: Set<string> },
): Record<string, unknown> {
  const filled = fillValue(given, values, found) as Record<string, unknown>;
  for (const { name, type } of declared) {
    const own = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof own === 'string' && ALONE.test(own)) filled[name] = typed(filled[name], type.replace(/!$/, ''));
  }
  return filled;
}

function typed(value: unknown, type: string): unknown {
  if (type === 'Boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type !== 'Int' && type !== 'Float') return value;
  const number = typeof value === 'string' && /^-?\d[\d.eE+-]{0,30}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : value;
}
