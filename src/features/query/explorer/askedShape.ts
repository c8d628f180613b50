/** The fields that an operation requests, and a function that removes the `__typename` fields that only the transport requested. */

/** The requested fields by response key; `typename` is true if the user requested `__typename`. */
export interface AskedShape {
  typename: boolean;
  fields: Map<string, AskedShape>;
}

/** Removes `__typename` fields that the user did not request. The content of unknown fields is unchanged. */
export function stripped(value: unknown, shape: AskedShape | undefined): unknown {
  if (typeof value !== 'object' || value === null || !shape) return value;
  if (Array.isArray(value)) return value.map(item => stripped(item, shape));
  const entries = Object.entries(value)
    .filter(([key]) => key !== '__typename' || shape.typename)
    .map(([key, inner]) => [key, stripped(inner, shape.fields.get(key))] as const);
  return Object.fromEntries(entries);
}

/** Returns true if `__typename` is requested anywhere. */
export function asksTypename(shape: AskedShape): boolean {
  return shape.typename || [...shape.fields.values()].some(asksTypename);
}
