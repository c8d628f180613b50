/** The text of a value from outside. Objects and lists become JSON: `String` would call their `toString`, which need not be a function. */
export const valueAsText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
