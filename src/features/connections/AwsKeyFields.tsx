/** The AWS IAM credentials in the connection form, for an AppSync API. They are named like the environment variables of AWS. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { AwsKeys } from '../../lib/network/awsKeys';
import { Field, FieldGroup } from '../../ui/inputs/Field';
import { TextInput } from '../../ui/inputs/TextInput';
import type { ConnectionForm } from './useConnectionForm';

const LABELS = [
  ['accessKeyId', 'AWS_ACCESS_KEY_ID'],
  ['secretAccessKey', 'AWS_SECRET_ACCESS_KEY'],
  ['sessionToken', 'AWS_SESSION_TOKEN'],
  ['region', 'AWS_REGION'],
] as const satisfies [keyof AwsKeys, string][];

export function AwsKeyFields({ form }: { form: ConnectionForm }): ReactNode {
  const text = useText();
  const { draft, shown, putAsked, forget, appSyncRegion } = form;
  if (appSyncRegion === null) return null;
  return (
    <FieldGroup label="AWS IAM" help={text('connections.iamHelp')}>
      {LABELS.filter(([name]) => name !== 'region' || appSyncRegion === '').map(([name, label]) => (
        <Field
          key={name}
          label={label}
          error={shown.awsKeys === name ? text(draft.awsKeys[name].trim() === '' ? 'ui.required' : 'connections.tokenBad') : null}
        >
          {control => (
            <TextInput
              {...control}
              code
              type={name === 'secretAccessKey' || name === 'sessionToken' ? 'password' : 'text'}
              autoComplete={name === 'secretAccessKey' || name === 'sessionToken' ? 'new-password' : 'off'}
              disabled={forget}
              value={draft.awsKeys[name]}
              onChange={value => putAsked({ awsKeys: { ...draft.awsKeys, [name]: value } })}
            />
          )}
        </Field>
      ))}
    </FieldGroup>
  );
}
