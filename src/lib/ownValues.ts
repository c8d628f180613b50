/** The own values of an object from outside by their names; null for anything else, arrays included. Names of its prototype are never found. */
export function ownValues(value: unknown): Map<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;
}
