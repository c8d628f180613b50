/**
 * Fills the variables of an environment into a connection. If a variable is unset, or a secret would become part of an address, there is no
 * result: the caller shows the variable's name, and no request is sent.
 */
import type { ConnectionSettings } from '../connections/connections';
import { type ConnectionTemplate, type Environment, valuesOf } from './environments';
import { fillTemplate, fillValue, hasVariables } from './fillTemplate';

/** Why the variables cannot be filled in. */
export interface TemplateProblem {
  /** `unset`: the variable has no value; `address`: the variable is secret and must not be in an address. */
  code: 'unset' | 'address';
  /** Name of the variable. */
  name: string;
}

/** The filled settings, or the reason why there are none. */
export type Resolved<Settings> = { settings: Settings; trouble: null } | { settings: null; trouble: TemplateProblem };

/** The parts of a connection that can contain variables. */
export function templateOf(connection: ConnectionSettings): ConnectionTemplate {
  const { httpEndpoint, wsEndpoint, headers, uploadHeaders, customParams } = connection;
  return { httpEndpoint, wsEndpoint, headers, uploadHeaders, customParams };
}

/** True if any part contains a variable. */
export function isTemplate({ httpEndpoint, wsEndpoint, headers, uploadHeaders, customParams }: ConnectionTemplate): boolean {
  const all = [httpEndpoint, wsEndpoint ?? '', customParams, ...Object.values(headers), ...Object.values(uploadHeaders)];
  return all.some(hasVariables);
}

/** Replaces the variables of a connection. @throws RangeError when a text becomes too long */
export function resolveTemplate(template: ConnectionTemplate, environment: Environment | null): Resolved<ConnectionTemplate> {
  const values = valuesOf(environment);
  const found = { unset: new Set<string>(), used: new Set<string>() };
  const fill = (text: string): string => fillValue(text, values, found) as string;
  const httpEndpoint = fill(template.httpEndpoint);
  const wsEndpoint = template.wsEndpoint == null ? template.wsEndpoint : fill(template.wsEndpoint);
  const secret = environment?.variables.find(each => each.secret && found.used.has(each.name));
  if (secret) return { settings: null, trouble: { code: 'address', name: secret.name } };
  const record = (texts: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fill(value)]));
  const settings = {
    httpEndpoint,
    wsEndpoint,
    headers: record(template.headers),
    uploadHeaders: record(template.uploadHeaders),
    customParams: filledJson(template.customParams, values, found),
  };
  const [unset] = found.unset;
  return unset === undefined ? { settings, trouble: null } : { settings: null, trouble: { code: 'unset', name: unset } };
}

/** Fills values into JSON text. They are inserted after parsing, so that none of their characters can change the payload's shape. */
function filledJson(text: string, values: ReadonlyMap<string, string>, found: Parameters<typeof fillValue>[2]): string {
  if (!hasVariables(text)) return text;
  try {
    return JSON.stringify(fillValue(JSON.parse(text), values, found));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // Not JSON: the connection form reports the error. Here only the variables are checked.
    for (const name of fillTemplate(text, values).unset) found.unset.add(name);
    return text;
  }
}
