/**
 * The dialog that creates or edits a connection. Nothing is stored before Save, and input is not lost if the dialog is closed by mistake.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '../../i18n/LanguageProvider';
import { failureTexts } from '../../parts/FailureState';
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import type { Environments } from '../../session/environments/environments';
import { Dialog } from '../../ui/frame/Dialog';
import { Button } from '../../ui/inputs/Button';
import { AwsKeyFields } from './AwsKeyFields';
import { AddressFields, ProbeFields, RequestFields, SubscriptionFields, TokenFields } from './ConnectionFields';
import { type ConnectionDraft, connectionOf, environmentsOfDraft } from './connectionDraft';
import { SignInFields } from './SignInFields';
import { useConnectionForm } from './useConnectionForm';

export interface ConnectionEditorProps {
  session: Session;
  connection: ConnectionSettings;
  isNew: boolean;
  /** An unsaved draft to continue with. Default: the connection as it is. */
  draft?: ConnectionDraft | undefined;
  /** `token`: undefined keeps the stored token, '' deletes it. */
  onSave: (connection: ConnectionSettings, token: string | undefined, use: boolean, environments: Environments | null) => void;
  /** `draft`: the unsaved input; null if nothing was changed. */
  onClose: (draft: ConnectionDraft | null) => void;
}

export function ConnectionEditor(props: ConnectionEditorProps): ReactNode {
  const { session, connection, isNew, onSave, onClose } = props;
  const language = useLanguage();
  language.addMessages(failureTexts);
  const { text } = language;
  const form = useConnectionForm(session, connection, isNew, props.draft);
  const { draft, tried } = form;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tried === 0) return;
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find('fieldset:has(.field-error) input'))?.focus();
  }, [tried]);

  const save = (use: boolean): void => {
    if (!form.tryIt()) return;
    const token = form.token();
    const environments = environmentsOfDraft(draft, connectionOf(draft, connection, session.pageUrl));
    onSave(form.whole(), form.forget ? '' : token === '' ? undefined : token, use, environments);
  };
  const close = (): void => onClose(form.isUntouched ? null : draft);

  return (
    <Dialog
      open
      keepOpen
      title={text('connections.editTitle', { isNew: String(isNew), name: connection.name })}
      onClose={close}
      onSubmit={() => save(false)}
      footer={
        <>
          <Button onClick={close}>{text('connections.cancel')}</Button>
          <Button onClick={() => save(true)}>{text('connections.saveAndUse')}</Button>
          <Button kind="primary" type="submit">
            {text('connections.save')}
          </Button>
        </>
      }
    >
      <div ref={place} className="connection-form">
        <AddressFields form={form} />
        <TokenFields form={form} />
        <AwsKeyFields form={form} />
        <RequestFields form={form} />
        <SignInFields draft={draft} shown={form.shown} put={form.put} />
        <SubscriptionFields form={form} />
        <ProbeFields form={form} pageUrl={session.pageUrl} />
      </div>
    </Dialog>
  );
}
