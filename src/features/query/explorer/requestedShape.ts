/** The fields that an operation requests, and a function that removes the `__typename` fields that only the transport requested. */

/** The requested fields by response key; `typename` is true if the user requested `__typename`. */
export interface RequestedShape {
  typename: boolean;
  fields: Map<string, RequestedShape>;
}

/** Removes `__typename` fields that the user did not request. The content of unknown fields is unchanged. */
export function withoutAddedTypenames(value: unknown, shape: RequestedShape | undefined): unknown {
  if (typeof value !== 'object' || value === null || !shape) return value;
  if (Array.isArray(value)) return value.map(item => withoutAddedTypenames(item, shape));
  const entries = Object.entries(value)
    .filter(([key]) => key !== '__typename' || shape.typename)
    .map(([key, inner]) => [key, withoutAddedTypenames(inner, shape.fields.get(key))] as const);
  return Object.fromEntries(entries);
}

/** Returns true if `__typename` is requested anywhere. */
export function requestsTypename(shape: RequestedShape): boolean {
  return shape.typename || [...shape.fields.values()].some(requestsTypename);
}
