/**
 * Imports environments of other programs: of Insomnia (4 as JSON, 5 as YAML), Postman, Hoppscotch, Altair, and Bruno (its export and
 * OpenCollection as YAML; `.bru` files: bruFile.ts). Variables of a collection become an environment of the collection's name. Secret
 * variables come without their values.
 */
import { ownValues } from '../../../lib/ownValues';
import {
  type Environment,
  type EnvironmentVariable,
  LONGEST_VALUE,
  MOST_VARIABLES,
} from '../../../session/environments/environments';
import { isVariableName } from '../../../session/environments/fillTemplate';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { maskLoose } from '../../../transport/secrets/maskLoose';
import { isOn, listOf, nameOf, type Parts, UNNAMED } from './foreignEntry';

/** Depth of objects in which variables are grouped. */
const MOST_DEPTH = 5;
const LONGEST_NAME = 80;

/** A variable as it is in a file. */
export interface ForeignVariable {
  name: unknown;
  value: unknown;
  secret?: boolean;
}

/** Returns the environments in the parsed value of a file, if it has a known format. */
export function foreignEnvironments(value: unknown): Environment[] {
  return (Array.isArray(value) ? value : [value]).flatMap(each => {
    const file = ownValues(each);
    return file ? environmentsIn(ownValues(file.get('collection')) ?? file) : [];
  });
}

function environmentsIn(file: Parts): Environment[] {
  const name = file.get('name') ?? file.get('title') ?? ownValues(file.get('info'))?.get('name');
  if (file.get('_type') === 'export') return insomnia4(listOf(file.get('resources')).map(ownValues));
  const insomnia5 = ownValues(file.get('environments'));
  if (insomnia5) return withBase(insomnia5, listOf(insomnia5.get('subEnvironments')).map(ownValues));
  const several = file.get('environments') ?? ownValues(file.get('config'))?.get('environments');
  const isRequest = file.has('query') || ownValues(file.get('info'))?.has('type');
  const own = file.get('variables') ?? file.get('variable') ?? file.get('values');
  return [
    ...listOf(several)
      .map(ownValues)
      .map(each => environmentOf(each?.get('name'), variablesOf(each?.get('variables')))),
    environmentOf(name, isRequest ? [] : variablesOf(own ?? ownValues(file.get('request'))?.get('variables'))),
  ].flatMap(each => each ?? []);
}

/** The environments of Insomnia have the variables of a base environment too. */
function withBase(base: Parts, inner: readonly (Parts | null)[]): Environment[] {
  // An environment can have no more.
  const shared = variablesOf(base.get('data')).slice(0, MOST_VARIABLES);
  const found = inner.flatMap(each => environmentOf(each?.get('name'), [...variablesOf(each?.get('data')), ...shared]) ?? []);
  return found.length > 0 ? found : [environmentOf(base.get('name'), shared)].flatMap(each => each ?? []);
}

/** Resources are a flat list in which each names its parent. */
function insomnia4(resources: readonly (Parts | null)[]): Environment[] {
  const all = resources.filter(each => each !== null && each.get('_type') === 'environment') as Parts[];
  const innerOf = new Map<unknown, Parts[]>(all.map(each => [each.get('_id'), []]));
  for (const each of all) innerOf.get(each.get('parentId'))?.push(each);
  return all
    .filter(each => !innerOf.has(each.get('parentId')))
    .flatMap(base => withBase(base, innerOf.get(base.get('_id')) ?? []));
}

/** Returns the variables of a list, or of an object that may group them in further objects. */
function variablesOf(value: unknown, prefix = '', depth = 0): ForeignVariable[] {
  if (Array.isArray(value))
    return value.map(ownValues).flatMap(each =>
      each && isOn(each)
        ? [
            {
              name: each.get('name') ?? each.get('key'),
              value: each.get('value') ?? each.get('initialValue') ?? each.get('currentValue'),
              secret: each.get('secret') === true || each.get('type') === 'secret',
            },
          ]
        : [],
    );
  return [...(ownValues(value) ?? [])].flatMap(([key, inner]) =>
    depth < MOST_DEPTH && ownValues(inner)
      ? variablesOf(inner, `${prefix}${key}.`, depth + 1)
      : [{ name: prefix + key, value: inner }],
  );
}

/** Makes an environment of the variables that Oriel can have; null if there are none. Of two with the same name, the first one is used. */
export function environmentOf(name: unknown, variables: readonly ForeignVariable[]): Environment | null {
  const found = new Map<string, EnvironmentVariable>();
  for (const { name: variable, value, secret = false } of variables) {
    if (typeof variable !== 'string' || !isVariableName(variable) || variable === '__proto__') continue;
    const text = textOf(value);
    if (found.has(variable) || found.size >= MOST_VARIABLES || text.length > LONGEST_VALUE) continue;
    const isSecret = secret || isSecretName(variable) || maskLoose(text) !== text;
    found.set(variable, { name: variable, value: isSecret ? '' : text, secret: isSecret });
  }
  const title = nameOf(name).slice(0, LONGEST_NAME);
  return found.size === 0 || title === '__proto__' || title === UNNAMED ? null : { name: title, variables: [...found.values()] };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
