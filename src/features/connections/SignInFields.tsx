/** The sign-in fields of a connection's form besides a pasted token: cookies and OpenID Connect. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Field, FieldGroup } from '../../ui/inputs/Field';
import { Checkbox } from '../../ui/inputs/Select';
import { TextInput } from '../../ui/inputs/TextInput';
import type { ConnectionDraft, DraftProblems } from './connectionDraft';

export interface SignInFieldsProps {
  draft: ConnectionDraft;
  /** The problems to show. */
  shown: DraftProblems;
  put: (change: Partial<ConnectionDraft>) => void;
}

export function SignInFields({ draft, shown, put }: SignInFieldsProps): ReactNode {
  const text = useText();
  const isOpenId = draft.issuer.trim() !== '';
  return (
    <>
      <Checkbox
        label={text('connections.cookies')}
        help={text('connections.cookiesHelp')}
        checked={draft.cookies}
        onChange={cookies => put({ cookies })}
      />
      <Field
        label={text('connections.timeout')}
        help={text('connections.timeoutHelp')}
        error={shown.timeout ? text('connections.timeoutBad') : null}
      >
        {control => <TextInput {...control} inputMode="numeric" value={draft.timeout} onChange={timeout => put({ timeout })} />}
      </Field>
      <FieldGroup label={text('connections.openId')} help={text('connections.openIdHelp')}>
        <Field label={text('connections.issuer')} error={shown.issuer ? text('connections.issuerBad') : null}>
          {control => <TextInput {...control} code inputMode="url" value={draft.issuer} onChange={issuer => put({ issuer })} />}
        </Field>
        {isOpenId ? (
          <>
            <Field
              label={text('connections.clientId')}
              required
              error={shown.clientId ? text('connections.clientIdMissing') : null}
            >
              {control => <TextInput {...control} code value={draft.clientId} onChange={clientId => put({ clientId })} />}
            </Field>
            <Field label={text('connections.scope')}>
              {control => <TextInput {...control} code value={draft.scope} onChange={scope => put({ scope })} />}
            </Field>
            <Field label={text('connections.resource')}>
              {control => <TextInput {...control} code value={draft.resource} onChange={resource => put({ resource })} />}
            </Field>
            <Checkbox
              label={text('connections.keepSignedIn')}
              help={text('connections.keepSignedInHelp')}
              checked={draft.keepSignedIn}
              onChange={keepSignedIn => put({ keepSignedIn })}
            />
          </>
        ) : null}
      </FieldGroup>
    </>
  );
}
