/**
 * Parses the variables file of `oriel run`: a JSON object of strings, numbers and Booleans, or lines of the form `NAME=value`. Values under
 * `secrets`, and those with secret names, are masked in every report.
 */
import type { Environment, EnvironmentVariable } from '../session/environments/environments';
import { environmentProblem } from '../session/environments/environments';
import { isSecretName } from '../transport/secrets/isSecretName';

/** @throws Error with the problem, and its line if there is one */
export function readVariables(text: string, name: string): Environment {
  const variables = /^\s*\{/.test(text) ? fromJson(text) : fromLines(text);
  const environment = { name, variables };
  const problem = environmentProblem([environment]);
  if (problem) throw new Error(`the variable ${JSON.stringify(problem.name)} cannot be used (${problem.code})`);
  return environment;
}

function fromJson(text: string): EnvironmentVariable[] {
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return entries.flatMap(([name, value]) => {
    if (name !== 'secrets') return [variable(name, value, isSecretName(name))];
    if (typeof value !== 'object' || value === null) throw new Error('"secrets" must be an object');
    return Object.entries(value).map(([secret, given]) => variable(secret, given, true));
  });
}

function fromLines(text: string): EnvironmentVariable[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    if (/^\s*(?:#|$)/.test(line)) return [];
    const [, name, value = ''] = /^\s*(?:export\s+)?([\w.-]+)\s*=(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`line ${at + 1} is not of the form NAME=value`);
    const bare = value.trim();
    const [, quoted] = /^"(.*)"$/.exec(bare) ?? /^'(.*)'$/.exec(bare) ?? [];
    return [variable(name, quoted ?? bare, isSecretName(name))];
  });
}

function variable(name: string, value: unknown, secret: boolean): EnvironmentVariable {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new Error(`the value of ${JSON.stringify(name)} must be a text, a number, true or false`);
  return { name, value: String(value), secret };
}
