/**
 * Signs in by a mutation of the schema, with a token, or by OpenID Connect: sends the request, interprets the result and updates the
 * session.
 */
import { useRef, useState } from 'react';
import { type OperationResult, useMutation } from 'urql';
import { shellMore } from '../../i18n/english/shellMore';
import { useLanguage } from '../../i18n/LanguageProvider';
import { mayHaveRun } from '../../lib/network/mayHaveRun';
import { formModel } from '../../schema/forms/formModel';
import { placeErrors } from '../../schema/forms/placeErrors';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { withClientMarks } from '../../schema/mutations/clientMark';
import type { Session } from '../../session/connections/session';
import { type AccountState, fetchAccount } from '../../session/signIn/fetchAccount';
import { type SignInAction, signInVariables } from '../../session/signIn/signInActions';
import { readSignInResult } from '../../session/signIn/signInSelection';
import { type Failure, failureOf } from '../../transport/observe/failure';
import { reasonOf } from '../../transport/observe/isNoResponseMessage';
import { useAnnounce } from '../../ui/frame/Announcer';

/** Why the sign-in failed. `problems`: sentences by the key of their form field; `sentence`: for the form as a whole, '' if there is none. */
export type SignInTrouble = { failure: Failure } | { problems: ReadonlyMap<string, string>; sentence: string };

/** The ways to sign in, and the state of the last attempt. */
export interface SignIn {
  busy: boolean;
  trouble: SignInTrouble | null;
  forget(): void;
  byToken(token: string): void;
  byAction(values: ReadonlyMap<string, string>): Promise<void>;
  /** Leaves the page for the identity provider. */
  byProvider(): Promise<void>;
}

/** One object, because adding the same one again costs nothing. */
const SIGN_IN_TEXTS = { shell: shellMore };

/** `useMutation` needs a document before an action is chosen; it is never sent. */
const NO_ACTION = 'mutation SignIn { __typename }';

/** @param action the mutation that `byAction` sends */
export function useSignIn(session: Session, action: SignInAction | undefined, onDone: () => void): SignIn {
  const language = useLanguage();
  language.addMessages(SIGN_IN_TEXTS);
  const { text } = language;
  const announce = useAnnounce();
  const [, send] = useMutation<Record<string, unknown>>(action?.query ?? NO_ACTION);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SignInTrouble | null>(null);
  const sending = useRef(false);

  /** Stores a token. If it replaces another one, a new session starts, and the token cannot be checked in this one. */
  const keep = (token: string, verified: boolean): void => {
    const isFirst = !session.token.signedIn.get();
    const isStored = session.token.set(token, { verified });
    if (!isStored) announce.note({ text: text('shell.signedInForNow'), tone: 'danger' });
    else announce.note({ text: text(verified ? 'shell.signedInNow' : 'shell.tokenSaved') });
    onDone();
    if (isFirst) void check(token, verified);
  };
  /** Checks a token against the server, even one that an action returned: the server may expect it in another header. */
  const check = async (token: string, seemsGood: boolean): Promise<void> => {
    const account = await fetchAccount(session);
    if (account.state === 'signedIn' && !seemsGood) session.token.set(token, { verified: true });
    if (account.state !== 'signedOut') return;
    if (seemsGood) session.token.set(token, { verified: false });
    announce.note({ text: text('shell.tokenRejected'), tone: 'danger' });
  };
  /** The mutation succeeded but returned no token. */
  const byCookie = (name: string | null, account: AccountState): void => {
    const verified = account.state === 'signedIn';
    announce.note({ text: text(verified ? 'shell.signedInByCookie' : 'shell.signInSent') });
    onDone();
    if (account.state !== 'signedOut') session.token.setCookie({ name: verified ? account.name : (name ?? ''), verified });
  };

  const byAction = async (values: ReadonlyMap<string, string>): Promise<void> => {
    const schema = session.schema.get();
    if (!action || schema.status !== 'ready' || sending.current) return;
    sending.current = true;
    setBusy(true);
    setTrouble(null);
    const variables = withClientMarks(schema.schema, action.action.field.args, signInVariables(action.fields, values));
    let result = await send(variables, { screen: 'signIn' });
    // Some servers refuse every request with an expired token, even a sign-in.
    if (session.token.signedIn.get() && isTokenRefused(result))
      result = await send(variables, { screen: 'signIn', anonymous: true });
    const { data, error } = result;
    const outcome = readSignInResult(ownValue(data, action.action.field.name));
    const token = outcome.token ?? session.takeHeaderToken('SignIn');
    // Before a guessed refusal is reported, the account is queried. If a user was signed in before, that proves nothing about this attempt.
    const isNew = !session.token.signedIn.get() && session.token.cookie.get() === null;
    const account =
      !error && token === null && (outcome.refusal === null || (outcome.isGuess && isNew)) ? await fetchAccount(session) : null;
    if (!error && token !== null) keep(token, true);
    else if (account && (outcome.refusal === null || account.state === 'signedIn')) byCookie(outcome.name, account);
    else if (!error && outcome.isGuess && outcome.refusal) setTrouble({ problems: new Map(), sentence: outcome.refusal });
    else
      setTrouble(
        troubleOf(
          schema.schema,
          action,
          error ? failureOf(error) : null,
          outcome.refusal || text('shell.signInRefused'),
          outcome.refusedField,
        ),
      );
    sending.current = false;
    setBusy(false);
  };
  const byProvider = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setTrouble(null);
    try {
      const { openIdOf } = await import(/* webpackChunkName: "open-id" */ '../../session/signIn/openId');
      await openIdOf(session)?.begin();
    } catch (error) {
      setTrouble({ problems: new Map(), sentence: text('shell.signInFailed', { reason: reasonOf(error) }) });
    }
    sending.current = false;
    setBusy(false);
  };
  return { busy, trouble, byProvider, forget: () => setTrouble(null), byToken: token => keep(token, false), byAction };
}

/** True if the server refused the request because of its token, before executing the operation: no error has the path of a field. */
function isTokenRefused({ data, error, operation }: OperationResult): boolean {
  if (!error || mayHaveRun({ data, errors: error.graphQLErrors }, operation.query as Parameters<typeof mayHaveRun>[1]))
    return false;
  const failure = failureOf(error);
  return failure.tag === 'auth' && failure.signedOut && failure.errors.every(({ path }) => path === undefined);
}

function ownValue(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name)
    ? (data as Record<string, unknown>)[name]
    : undefined;
}

/** Assigns a refusal of the input to the fields it names, or else to the last secret one. Other failures belong to the request. */
function troubleOf(
  model: SchemaModel,
  action: SignInAction,
  failure: Failure | null,
  refusal: string,
  refusedField: string | null,
): SignInTrouble {
  const keys = action.fields.map(field => field.path.join('.'));
  const last = action.fields.findLast(field => field.secret)?.path.join('.') ?? null;
  const at = (key: string | null, sentence: string): SignInTrouble =>
    key === null ? { problems: new Map(), sentence } : { problems: new Map([[key, sentence]]), sentence: '' };
  if (failure === null)
    return at(action.fields.find(field => field.path.at(-1) === refusedField)?.path.join('.') ?? last, refusal);
  const errors = 'errors' in failure ? failure.errors : [];
  const [first] = errors;
  if (!first) return { failure };
  const { problems, rest } = placeErrors(formModel(model, action.action.field.args.values()), errors);
  const sentences = new Map<string, string>();
  const others = rest.map(({ message }) => message);
  for (const problem of problems) {
    const key = problem.path.join('.');
    const message = problem.code === 'server' ? problem.message : '';
    if (keys.includes(key)) sentences.set(key, [sentences.get(key), message].filter(Boolean).join('\n'));
    else others.push(message);
  }
  return sentences.size > 0 ? { problems: sentences, sentence: others.join('\n') } : at(last, others.join('\n') || first.message);
}
