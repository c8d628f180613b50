/**
 * The sign-in dialog: by a mutation of the schema that returns a token, or with a token from elsewhere. The token is stored for this
 * connection only and never shown again.
 */
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { shellMore } from '../../i18n/english/shellMore';
import { useText } from '../../i18n/LanguageProvider';
import { shortAddress } from '../../lib/network/shortAddress';
import { FailureState } from '../../parts/FailureState';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { goToSignIn } from '../../session/signIn/gateway';
import { findSignInActions, type SignInAction } from '../../session/signIn/signInActions';
import { wireLinks } from '../../session/wire/wireLogLinks';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { Field } from '../../ui/inputs/Field';
import { Segments } from '../../ui/inputs/Select';
import { TextInput } from '../../ui/inputs/TextInput';
import { Markdown } from '../../ui/text/markdown/Markdown';
import { useReadable } from '../../ui/useReadable';
import { withMessagesAndIcons } from '../../ui/withMessagesAndIcons';
import { useSignIn } from './useSignIn';
import './SignInDialog.css';

/** Longer descriptions of actions and fields are truncated to this number of characters. */
const LONGEST_HELP = 300;
const BY_TOKEN = 'token';
const BY_PROVIDER = 'provider';

/** The dialog; it is open as soon as it is rendered. */
export function SignInDialog({ onClose, session }: { onClose: () => void; session: Session }): ReactNode {
  const text = useText();
  const form = useSignInForm(session, onClose);
  const { actions, provider, chosen, action, values, isIncomplete, busy, trouble } = form;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trouble && 'sentence' in trouble) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [trouble]);
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      keepOpen={values.size > 0}
      title={text('shell.signInTitle', { name: session.connection.name })}
      onSubmit={form.submit}
      footer={
        <>
          {chosen === BY_TOKEN ? (
            <Button
              kind="quiet"
              onClick={() => {
                onClose();
                session.navigation.go(href(['connections']));
              }}
            >
              {text('shell.connections')}
            </Button>
          ) : null}
          <Button type="submit" kind="primary" icon="signIn" busy={busy}>
            {busy ? text('shell.signingIn') : text('shell.signIn')}
          </Button>
        </>
      }
    >
      <div ref={box} className="sign-in-form">
        {actions.length > 0 || provider !== null ? (
          <WayChoice actions={actions} provider={provider} value={chosen} onChange={form.choose} />
        ) : null}
        {trouble && 'failure' in trouble ? (
          <FailureState
            inline
            failure={trouble.failure}
            endpoint={session.connection.httpEndpoint}
            wireHref={wireLinks.failed()}
          />
        ) : null}
        {trouble && 'sentence' in trouble && trouble.sentence !== '' ? <p role="alert">{trouble.sentence}</p> : null}
        {chosen === BY_PROVIDER ? (
          <p>
            {text('shell.signInByProvider', { provider: provider ?? '' })}{' '}
            {text('shell.signInTokenTo', { endpoint: shortAddress(session.connection.httpEndpoint) })}
          </p>
        ) : action ? (
          <ActionFields
            action={action}
            values={values}
            errorOf={(key, isMissing) =>
              isIncomplete && isMissing
                ? text('shell.fieldMissing')
                : trouble && 'problems' in trouble
                  ? (trouble.problems.get(key) ?? null)
                  : null
            }
            onChange={form.set}
          />
        ) : (
          <TokenField
            endpoint={session.connection.httpEndpoint}
            value={values.get(BY_TOKEN) ?? ''}
            isMissing={isIncomplete}
            onChange={next => form.set(BY_TOKEN, next)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The state of the dialog: the ways to sign in, the chosen one, and its input. */
function useSignInForm(session: Session, onClose: () => void) {
  const state = useReadable(session.schema);
  const actions = useMemo(() => (state.status === 'ready' ? findSignInActions(state.schema) : []), [state]);
  const { oidc } = session.connection;
  /** Host of the identity provider; null if there is none. */
  const provider = oidc && session.openIdWorld ? new URL(oidc.issuer).host : null;
  const [way, setWay] = useState<string | null>(null);
  const chosen = way ?? (provider === null ? (actions[0]?.action.id ?? BY_TOKEN) : BY_PROVIDER);
  const action = actions.find(found => found.action.id === chosen);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [isIncomplete, setIncomplete] = useState(false);
  const { busy, trouble, forget, byToken, byAction, byProvider } = useSignIn(session, action, onClose);
  const token = (values.get(BY_TOKEN) ?? '').trim();
  return {
    actions,
    provider,
    chosen,
    action,
    values,
    /** The user submitted the form without a required value. */
    isIncomplete,
    busy,
    trouble,
    choose(next: string): void {
      setWay(next);
      forget();
      setIncomplete(false);
    },
    set(key: string, value: string): void {
      setIncomplete(false);
      forget();
      setValues(now => new Map(now).set(key, value));
    },
    submit(): void {
      if (chosen === BY_PROVIDER) {
        void byProvider();
        return;
      }
      const isMissing = action
        ? action.fields.some(field => field.required && (values.get(field.path.join('.')) ?? '') === '')
        : token === '';
      if (isMissing) setIncomplete(true);
      else if (action) void byAction(values);
      else byToken(token);
    },
  };
}

/** The choice between the sign-in mutations, the identity provider and a token. */
function WayChoice({
  actions,
  provider,
  value,
  onChange,
}: {
  actions: readonly SignInAction[];
  /** Host of the identity provider; null if there is none. */
  provider: string | null;
  value: string;
  onChange: (way: string) => void;
}): ReactNode {
  const text = useText();
  return (
    <Segments
      label={text('shell.signIn')}
      value={value}
      onChange={onChange}
      options={[
        ...actions.map(({ action: { id, label, description } }) => ({
          value: id,
          label,
          help: description?.slice(0, LONGEST_HELP),
        })),
        ...(provider === null ? [] : [{ value: BY_PROVIDER, label: provider }]),
        { value: BY_TOKEN, label: text('shell.signInByToken') },
      ]}
    />
  );
}

/** The input for a token that the user already has. */
function TokenField({
  endpoint,
  value,
  isMissing,
  onChange,
}: {
  endpoint: string;
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}): ReactNode {
  const text = useText();
  return (
    <Field
      label={text('shell.token')}
      required
      help={text('shell.tokenHelp', { endpoint })}
      error={isMissing ? text('shell.tokenMissing') : null}
    >
      {control => <TextInput {...control} code type="password" value={value} onChange={onChange} />}
    </Field>
  );
}

/** The inputs of a sign-in mutation, such as a name and a password. Their keys are the paths of the arguments. */
function ActionFields({
  action,
  values,
  errorOf,
  onChange,
}: {
  action: SignInAction;
  values: ReadonlyMap<string, string>;
  errorOf: (key: string, isMissing: boolean) => string | null;
  onChange: (key: string, value: string) => void;
}): ReactNode {
  const formId = useId();
  return action.fields.map(field => {
    const key = field.path.join('.');
    const value = values.get(key) ?? '';
    return (
      <Field
        key={key}
        label={field.label}
        required={field.required}
        help={field.description === null ? null : <Markdown>{field.description.slice(0, LONGEST_HELP)}</Markdown>}
        error={errorOf(key, field.required && value === '')}
      >
        {control => (
          <TextInput
            {...control}
            type={field.secret ? 'password' : 'text'}
            autoComplete={field.secret ? 'current-password' : 'username'}
            name={`${formId}-${key}`}
            value={value}
            onChange={next => onChange(key, next)}
          />
        )}
      </Field>
    );
  });
}

/** If the page's server handles the sign-in, leaves the page for it. Otherwise shows the dialog. */
function SignInWay(props: { onClose: () => void; session: Session }): ReactNode {
  const { session, onClose } = props;
  const isGateway = session.connection.signIn === 'gateway';
  useEffect(() => {
    if (!isGateway) return;
    goToSignIn(session);
    onClose();
  }, [isGateway, session, onClose]);
  return isGateway ? null : <SignInDialog {...props} />;
}

/** The exported component, with its texts and icons. */
export default withMessagesAndIcons({ shell: shellMore }, SignInWay);
