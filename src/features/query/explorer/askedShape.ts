/** What an operation asks for, and an answer without what the transport asked for besides: the `__typename` of each object. */

/** What is asked for, by the names in the answer; `typename`: `__typename` is asked for by the person. */
export interface AskedShape {
  typename: boolean;
  fields: Map<string, AskedShape>;
}

/** Takes the `__typename` out of data that the person did not ask for. What an unknown field holds stays as it is. */
export function stripped(value: unknown, shape: AskedShape | undefined): unknown {
  if (typeof value !== 'object' || value === null || !shape) return value;
  if (Array.isArray(value)) return value.map(item => stripped(item, shape));
  const entries = Object.entries(value)
    .filter(([key]) => key !== '__typename' || shape.typename)
    .map(([key, inner]) => [key, stripped(inner, shape.fields.get(key))] as const);
  return Object.fromEntries(entries);
}

/** True when `__typename` is asked for anywhere. */
export function asksTypename(shape: AskedShape): boolean {
  return shape.typename || [...shape.fields.values()].some(asksTypename);
}
