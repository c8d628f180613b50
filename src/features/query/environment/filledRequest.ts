/** Fills the variables of the selected environment into a request. */
import type { ArgumentModel, SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { rememberSecrets } from '../../../session/environments/chooseEnvironment';
import { chosenEnvironment, readEnvironments, valuesOf } from '../../../session/environments/environments';
import { fillRequest, type UnfilledVariable, unfilledVariable } from '../../../session/environments/fillRequest';
import type { QueryHeader } from '../tabs/queryTabs';
import { declaredOf, inputFieldsOf } from '../variables/variablesCheck';

/** The parts of a request that can contain environment variables. */
export interface Fillable {
  /** The document. */
  text: string;
  values: Readonly<Record<string, unknown>>;
  headers: readonly QueryHeader[];
}

/** A request with its environment variables filled in. */
export interface Filled extends Fillable {
  /** True if a secret of the environment was filled in. It must not be in a URL, so the request needs POST. */
  byPost: boolean;
}

/**
 * Fills the variables in. If a variable is the problem, nothing must be sent. From now on, the secrets of the environment are masked. A
 * value that consists of one variable and is declared as a number or Boolean is sent as such.
 */
export function filledRequest(
  session: Pick<Session, 'storage' | 'connection' | 'token'>,
  declared: readonly ArgumentModel[],
  model: SchemaModel | null,
  { text, values, headers }: Fillable,
): Filled | UnfilledVariable {
  const environments = readEnvironments(session.storage, session.connection.id);
  const environment = chosenEnvironment(environments);
  rememberSecrets(session);
  const filled = fillRequest(
    { text, variables: values, headers },
    declaredOf(declared),
    inputFieldsOf(model),
    valuesOf(environment),
  );
  const problem = unfilledVariable(filled);
  if (problem) return problem;
  const byPost = (environment?.variables ?? []).some(({ name, secret }) => secret && filled.used.has(name));
  return { text: filled.text, values: filled.variables, headers: filled.headers, byPost };
}
