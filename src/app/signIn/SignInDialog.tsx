/**
 * Signing in: by an action of the schema that gives a token, where there is one, or with a token that somebody was given elsewhere. The
 * token is kept for this connection only and never shown again.
 */
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { shellMore } from '../../i18n/english/shellMore';
import { useText } from '../../i18n/LanguageProvider';
import { FailureState } from '../../parts/FailureState';
import type { Session } from '../../session/connections/session';
import { wireLinks } from '../../session/wire/wireLogLinks';
import { type Failure, failureOf } from '../../transport/failure';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { Field } from '../../ui/inputs/Field';
import { Segments } from '../../ui/inputs/Select';
import { TextInput } from '../../ui/inputs/TextInput';
import { useReadable } from '../../ui/text/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { findSignInActions, type SignInAction, signInVariables, tokenIn } from './signInActions';

const BY_TOKEN = 'token';

/** The sign-in window, open from the moment it is rendered. */
export function SignInDialog({ onClose, session }: { onClose: () => void; session: Session }): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const formId = useId();
  const state = useReadable(session.schema);
  const actions = useMemo(() => (state.status === 'ready' ? findSignInActions(state.schema) : []), [state]);
  const [way, setWay] = useState<string | null>(null);
  const chosen = way ?? actions[0]?.action.id ?? BY_TOKEN;
  const action = actions.find(found => found.action.id === chosen);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | 'noToken' | null>(null);
  const sending = useRef(false);

  const done = (token: string): void => {
    session.token.set(token);
    announce.note({ text: text('shell.signedInNow') });
    onClose();
  };
  const byToken = (): void => {
    const token = (values.get(BY_TOKEN) ?? '').trim();
    if (token === '') setWrong(true);
    else done(token);
  };
  const byAction = async (found: SignInAction): Promise<void> => {
    if (found.fields.some(field => field.required && (values.get(field.path.join('.')) ?? '') === '')) {
      setWrong(true);
      return;
    }
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(null);
    const result = await session.transport.client
      .mutation(found.query, signInVariables(found.fields, values), { screen: 'signIn' })
      .toPromise();
    sending.current = false;
    setBusy(false);
    const token = tokenIn(result.data, found.tokenPath);
    if (token !== null) done(token);
    else setFailure(result.error ? failureOf(result.error) : 'noToken');
  };
  const set = (key: string, value: string): void => {
    setWrong(false);
    setValues(now => new Map(now).set(key, value));
  };

  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      keepOpen={values.size > 0}
      title={text('shell.signInTitle', { name: session.connection.name })}
      onSubmit={() => (action ? void byAction(action) : byToken())}
      footer={
        <Button type="submit" kind="primary" icon="signIn" busy={busy}>
          {busy ? text('shell.signingIn') : text('shell.signIn')}
        </Button>
      }
    >
      {actions.length > 0 ? (
        <Segments
          label={text('shell.signIn')}
          value={chosen}
          onChange={next => {
            setWay(next);
            setFailure(null);
            setWrong(false);
          }}
          options={[
            ...actions.map(found => ({
              value: found.action.id,
              label: found.action.label,
              help: found.action.description?.slice(0, 300),
            })),
            { value: BY_TOKEN, label: text('shell.signInByToken') },
          ]}
        />
      ) : null}
      {failure === 'noToken' ? <p role="alert">{text('shell.signInNoToken')}</p> : null}
      {failure && failure !== 'noToken' ? (
        <FailureState inline failure={failure} endpoint={session.connection.httpEndpoint} wireHref={wireLinks.failed()} />
      ) : null}
      {action ? (
        action.fields.map(field => {
          const key = field.path.join('.');
          const value = values.get(key) ?? '';
          return (
            <Field
              key={key}
              label={field.label}
              required={field.required}
              error={wrong && field.required && value === '' ? text('shell.fieldMissing') : null}
            >
              {control => (
                <TextInput
                  {...control}
                  type={field.secret ? 'password' : 'text'}
                  autoComplete={field.secret ? 'current-password' : 'username'}
                  name={`${formId}-${key}`}
                  value={value}
                  onChange={next => set(key, next)}
                />
              )}
            </Field>
          );
        })
      ) : (
        <Field
          label={text('shell.token')}
          required
          help={text('shell.tokenHelp', { endpoint: session.connection.httpEndpoint })}
          error={wrong ? text('shell.tokenMissing') : null}
        >
          {control => (
            <TextInput
              {...control}
              code
              type="password"
              value={values.get(BY_TOKEN) ?? ''}
              onChange={next => set(BY_TOKEN, next)}
            />
          )}
        </Field>
      )}
    </Dialog>
  );
}

/** As it is fetched: with its texts and the icons inside it. */
export default withMessagesAndIcons({ shell: shellMore }, SignInDialog);
