/** The own properties of an untrusted object; null for anything else, arrays included. Never contains properties of its prototype. */
export function ownValues(value: unknown): Map<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? new Map(Object.entries(value)) : null;
}
