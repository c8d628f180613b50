/**
 * The environments of a connection: named sets of variables, of which one can be chosen. They are stored in this browser. Secret values are
 * stored under a separate key, so that exports and links never contain them.
 */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import { isVariableName } from './fillTemplate';
import { secretKey } from './storedSecrets';

/** A variable of an environment. */
export interface EnvironmentVariable {
  name: string;
  value: string;
  /** Shown as a password, masked everywhere, and never part of an address. */
  secret: boolean;
}

/** A set of variables. */
export interface Environment {
  /** Unique among those of a connection. */
  name: string;
  variables: readonly EnvironmentVariable[];
}

/** The settings of a connection before its variables are replaced. */
export interface ConnectionTemplate {
  httpEndpoint: string;
  wsEndpoint: string | null | undefined;
  headers: Record<string, string>;
  uploadHeaders: Record<string, string>;
  customParams: string;
}

/** The environments of one connection. */
export interface Environments {
  /** Name of the environment in use; null for none. */
  chosen: string | null;
  list: readonly Environment[];
  /** null if the connection has no variables. */
  template: ConnectionTemplate | null;
}

/** The default: no environments, no variables. */
export const NO_ENVIRONMENTS: Environments = { chosen: null, list: [], template: null };

/** Maximum number of environments of a connection. */
export const MOST_ENVIRONMENTS = 30;
/** Maximum number of variables of an environment. */
export const MOST_VARIABLES = 200;
/** Maximum length of a value, in characters. */
export const LONGEST_VALUE = 10_000;
const LONGEST_TITLE = 80;

const openKey = (id: string): string => `oriel:environments:${id}`;

/** Reads the environments of a connection, with secrets. Leaves out invalid parts. */
export function readEnvironments(storage: KeyValueStorage, connectionId: string): Environments {
  const open = ownValues(readJson(storage, openKey(connectionId)));
  if (!open) return NO_ENVIRONMENTS;
  const secrets = ownValues(readJson(storage, secretKey(connectionId)));
  const list: Environment[] = [];
  for (const each of arrayOf(open.get('list')).slice(0, MOST_ENVIRONMENTS)) {
    const environment = readEnvironment(each, name => ownValues(secrets?.get(name)));
    if (environment && !list.some(other => other.name === environment.name)) list.push(environment);
  }
  const chosen = open.get('chosen');
  return {
    chosen: list.some(each => each.name === chosen) ? String(chosen) : null,
    list,
    template: readTemplate(open.get('template')),
  };
}

/** Stores the environments of a connection, without empty variables; secret values under their own key. */
export function writeEnvironments(storage: KeyValueStorage, connectionId: string, environments: Environments): void {
  const { chosen, template } = environments;
  const list = environments.list.map(each => ({ ...each, variables: each.variables.filter(isFilled) }));
  if (list.length === 0 && template === null) {
    forgetEnvironments(storage, connectionId);
    return;
  }
  const open = list.map(({ name, variables }) => ({
    name,
    variables: variables.map(variable => (variable.secret ? { name: variable.name, secret: true } : variable)),
  }));
  const secrets = list.map(({ name, variables }) => [
    name,
    Object.fromEntries(variables.filter(each => each.secret && each.value !== '').map(each => [each.name, each.value])),
  ]);
  writeJson(storage, secretKey(connectionId), Object.fromEntries(secrets));
  writeJson(storage, openKey(connectionId), { chosen, list: open, template });
}

/** Deletes the environments of a connection and their secrets. */
export function forgetEnvironments(storage: KeyValueStorage, connectionId: string): void {
  storage.removeItem(openKey(connectionId));
  storage.removeItem(secretKey(connectionId));
}

/** The chosen environment; null if there is none. */
export function chosenEnvironment({ chosen, list }: Environments): Environment | null {
  return list.find(each => each.name === chosen) ?? null;
}

/** The values of an environment. A secret without a value counts as unset: imported environments come without their secrets. */
export function valuesOf(environment: Environment | null): ReadonlyMap<string, string> {
  const set = (environment?.variables ?? []).filter(({ secret, value }) => !secret || value !== '');
  return new Map(set.map(({ name, value }) => [name, value]));
}

/** The secret values of all environments, each once. */
export function secretsOfEnvironments({ list }: Environments): string[] {
  const values = list.flatMap(({ variables }) => variables.filter(each => each.secret && each.value !== ''));
  return [...new Set(values.map(({ value }) => value))];
}

/** Returns false for a line of a form that was left empty. */
const isFilled = ({ name, value }: EnvironmentVariable): boolean => name !== '' || value !== '';

/** The first problem of edited environments; null if they are valid. */
export function environmentProblem(
  list: readonly Environment[],
): { code: 'name' | 'twice' | 'variable' | 'long' | 'many'; name: string } | null {
  if (list.length > MOST_ENVIRONMENTS) return { code: 'many', name: String(MOST_ENVIRONMENTS) };
  const seen = new Set<string>();
  for (const { name, variables } of list) {
    if (name.trim() === '' || name.length > LONGEST_TITLE || name === '__proto__') return { code: 'name', name };
    if (seen.has(name)) return { code: 'twice', name };
    seen.add(name);
    if (variables.length > MOST_VARIABLES) return { code: 'many', name: String(MOST_VARIABLES) };
    const names = new Set<string>();
    for (const variable of variables.filter(isFilled)) {
      if (!isVariableName(variable.name) || variable.name === '__proto__') return { code: 'variable', name: variable.name };
      if (names.has(variable.name)) return { code: 'twice', name: variable.name };
      if (variable.value.length > LONGEST_VALUE) return { code: 'long', name: variable.name };
      names.add(variable.name);
    }
  }
  return null;
}

function readEnvironment(
  stored: unknown,
  secretsFor: (environment: string) => ReadonlyMap<string, unknown> | null,
): Environment | null {
  const own = ownValues(stored);
  const name = own?.get('name');
  if (!own || typeof name !== 'string') return null;
  const secrets = secretsFor(name);
  const variables = arrayOf(own.get('variables'))
    .slice(0, MOST_VARIABLES)
    .flatMap((each): EnvironmentVariable[] => {
      const parts = ownValues(each);
      const variable = parts?.get('name');
      if (!parts || typeof variable !== 'string') return [];
      const secret = parts.get('secret') === true;
      const value = secret ? secrets?.get(variable) : parts.get('value');
      return [{ name: variable, value: typeof value === 'string' ? value : '', secret }];
    });
  return environmentProblem([{ name, variables }]) === null ? { name, variables } : null;
}

function readTemplate(stored: unknown): ConnectionTemplate | null {
  const own = ownValues(stored);
  const httpEndpoint = own?.get('httpEndpoint');
  if (!own || typeof httpEndpoint !== 'string') return null;
  const ws = own.get('wsEndpoint');
  const params = own.get('customParams');
  return {
    httpEndpoint,
    wsEndpoint: ws === null || typeof ws === 'string' ? ws : undefined,
    headers: texts(own.get('headers')),
    uploadHeaders: texts(own.get('uploadHeaders')),
    customParams: typeof params === 'string' ? params : '',
  };
}

function texts(stored: unknown): Record<string, string> {
  const entries = [...(ownValues(stored) ?? [])].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
