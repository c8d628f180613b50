/** Shows why an action failed: what happened, the server's messages that belong to no field, and what the user can do. */
import type { ReactNode } from 'react';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { useLanguage, useText } from '../../../i18n/LanguageProvider';
import { detailLines, failureTexts, failureWords } from '../../../parts/FailureState';
import { nameOfFile } from '../../../parts/form/upload/sentFiles';
import { useIsAnonymous } from '../../../parts/useIsAnonymous';
import type { Session } from '../../../session/connections/session';
import { href } from '../../../session/navigation/navigation';
import type { Failure } from '../../../transport/observe/failure';
import { isResponseLost } from '../../../transport/observe/isResponseLost';
import { Button } from '../../../ui/inputs/Button';
import { JsonView } from '../../../ui/json/JsonView';
import { Icon } from '../../../ui/text/Icon';
import type { ActionRun } from './actionRuns';
import { withoutSecrets } from './resultToken';
import { runHref } from './runHref';

/** True if the server's CSRF protection refused the request, as it does for uploads. Nothing was executed. */
function wantsPreflight({ failure }: Extract<ActionRun, { state: 'failed' | 'done' }>): boolean {
  const errors = failure !== null && 'errors' in failure ? failure.errors : [];
  return errors.some(({ message }) => /apollo-require-preflight/i.test(message));
}

/** True if a response arrived, at least in part. Without one from its server, a gateway sends its own. */
const isUnread = (failure: Failure): boolean =>
  !isResponseLost(failure) ||
  (failure.tag === 'network' && failure.broke !== undefined) ||
  (failure.tag === 'parse' && failure.status < 500);

/** What is said if the server responded with an error that does not tell whether the action was run. */
const unprovenTexts = { data: { sendUnproven: dataEdit.sendUnproven } };

/** The message above the form. It can be focused, for failures that belong to no field. */
export function ActionTrouble({
  session,
  run,
  result,
  messages,
  unexplained,
  placed,
  signsIn,
}: {
  session: Session;
  run: Extract<ActionRun, { state: 'failed' | 'done' }>;
  /** The payload that reports a refusal; undefined if there is none. */
  result: unknown;
  /** The server's messages that belong to no field. */
  messages: readonly string[];
  /** True if these messages do not explain the refusal, so that the payload is shown too. */
  unexplained: boolean;
  /** True if a message of the server is shown at a field. */
  placed: boolean;
  /** True for a sign-in action: its refusal means wrong input, not a missing sign-in. */
  signsIn: boolean;
}): ReactNode {
  const language = useLanguage();
  language.addMessages(failureTexts);
  language.addMessages(unprovenTexts);
  const { text, formats } = language;
  const { failure } = run;
  const mayHaveRun = run.state === 'failed' && run.mayHaveRun;
  const refused = failure === null || failure.tag === 'graphql' || (signsIn && failure.tag === 'auth');
  const isAnonymous = useIsAnonymous();
  const wantsSignIn = !refused && failure.tag === 'auth' && (failure.signedOut || isAnonymous);
  const failureText =
    failure === null || refused
      ? null
      : failureWords(text, wantsSignIn ? { ...failure, signedOut: true } : failure, session.connection.httpEndpoint);
  const auth = !refused && failure.tag === 'auth' ? text(wantsSignIn ? 'actions.signInFirst' : 'actions.notAllowed') : null;
  const stoppedAt = run.state === 'failed' ? run.stoppedAt : null;
  const title =
    stoppedAt !== null
      ? text('ui.stoppedAt', { percent: formats.percent(stoppedAt) })
      : mayHaveRun
        ? text(refused ? 'data.sendUnproven' : failure && isUnread(failure) ? 'actions.mayHaveRunUnread' : 'actions.mayHaveRun')
        : (auth ?? failureText?.title ?? text('actions.refusedByServer'));
  const help =
    stoppedAt !== null
      ? run.state === 'failed' && run.stoppedFile !== null
        ? text('actions.fileRemoved', { name: nameOfFile(run.stoppedFile) })
        : undefined
      : mayHaveRun
        ? failure?.tag === 'cancelled'
          ? text('actions.mayHaveRunCancelled')
          : refused
            ? undefined
            : text('actions.mayHaveRunHelp')
        : wantsPreflight(run)
          ? text('actions.needsPreflight', { header: 'apollo-require-preflight' })
          : failureText?.help;
  // All messages are shown at their fields already.
  if ((refused || failure.tag === 'http') && messages.length === 0 && placed && !mayHaveRun) return null;
  return (
    <div className={`action-trouble${mayHaveRun ? ' action-trouble-doubt' : ''}`} role="alert" tabIndex={-1}>
      <Icon name={mayHaveRun ? 'warning' : 'error'} />
      <div className="action-trouble-words">
        <p className="action-trouble-title">{title}</p>
        {help ? <p>{help}</p> : null}
        {mayHaveRun && failure && failure.tag !== 'cancelled' ? (
          <Reasons failure={failure} messages={messages} session={session} />
        ) : null}
        {messages.length > 0 ? (
          <ul dir="auto">
            {messages.slice(0, 10).map((message, at) => (
              // The same message may come twice; the list never changes its order.
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={at}>{message.length > 1000 ? `${message.slice(0, 1000)}…` : message}</li>
            ))}
          </ul>
        ) : null}
        {refused && unexplained && !placed && result !== undefined ? (
          <JsonView value={withoutSecrets(result, text('actions.hidden'))} label={text('actions.result')} />
        ) : null}
        <div className="action-trouble-buttons">
          {wantsSignIn ? (
            <Button kind="primary" icon="signIn" onClick={() => session.token.ask()}>
              {text('errors.signIn')}
            </Button>
          ) : null}
          {wantsPreflight(run) ? (
            <a className="button button-secondary" href={href(['connections'])}>
              <Icon name="connection" />
              {text('shell.connections')}
            </a>
          ) : null}
          <a className="button button-quiet" href={runHref(run)}>
            <Icon name="wire" />
            {text('errors.seeWire')}
          </a>
        </div>
      </div>
    </div>
  );
}

/** Explains why there is no response, with the messages of a gateway or of Oriel. */
function Reasons({ failure, messages, session }: { failure: Failure; messages: readonly string[]; session: Session }): ReactNode {
  const { title, help } = failureWords(useText(), failure, session.connection.httpEndpoint);
  // A response that is not JSON can be a whole page.
  const details =
    failure.tag === 'parse'
      ? [help, failure.isExplained ? failure.message : '']
      : messages.length > 0
        ? []
        : detailLines(failure);
  return [title, ...details.slice(0, 3)].filter(Boolean).map(line => (
    <p key={line} className="quiet" dir="auto">
      {line.slice(0, 1000)}
    </p>
  ));
}
