/** Fills the variables of the selected environment into a request. */
import { type ArgumentModel, typeText } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { rememberSecrets } from '../../../session/environments/chooseEnvironment';
import { chosenEnvironment, readEnvironments, valuesOf } from '../../../session/environments/environments';
import { fillDocument } from '../../../session/environments/fillDocument';
import { fillValue } from '../../../session/environments/fillTemplate';
import { fillVariables } from '../../../session/environments/fillVariables';
import type { QueryHeader } from '../tabs/queryTabs';

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
 * Fills the variables in. If `unset` names a variable without a value, nothing must be sent. From now on, the secrets of the environment
 * are masked. A value that consists of one variable and is declared as a number or Boolean is sent as such.
 */
export function filledRequest(
  session: Pick<Session, 'storage' | 'connection' | 'token'>,
  declared: readonly ArgumentModel[],
  { text, values, headers }: Fillable,
): Filled | { unset: string; environment: string | null } {
  const environments = readEnvironments(session.storage, session.connection.id);
  const environment = chosenEnvironment(environments);
  rememberSecrets(session);
  const known = valuesOf(environment);
  const found = { unset: new Set<string>(), used: new Set<string>() };
  const types = declared.map(({ name, type }) => ({ name, type: typeText(type) }));
  const filled = fillVariables(values, types, known, found);
  const document = fillDocument(text, known, found);
  const byPost = (environment?.variables ?? []).some(({ name, secret }) => secret && found.used.has(name));
  const sent = headers.map(({ name, value }) => ({ name, value: fillValue(value, known, found) as string }));
  const [unset] = found.unset;
  return unset === undefined
    ? { text: document, values: filled, headers: sent, byPost }
    : { unset, environment: environment?.name ?? null };
}
