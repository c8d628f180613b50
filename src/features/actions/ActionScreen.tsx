/**
 * The screen of one action: its form, the progress of sending, and the result. The result replaces the form, so that the same input is not
 * sent twice by habit. After an error the form stays as it was.
 */
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Customise } from '../../parts/customise/Customise';
import { FailureState } from '../../parts/FailureState';
import { failureProps } from '../../parts/failureProps';
import { SendingFiles } from '../../parts/form/upload/SendingFiles';
import { StillWaiting } from '../../parts/StillWaiting';
import { actionDocument } from '../../schema/documents/callDocuments';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Action } from '../../schema/mutations/actions';
import type { Session } from '../../session/connections/session';
import { createRecordChoices } from '../../session/history/recordChoices';
import { href } from '../../session/navigation/navigation';
import { publicVariables, queryHref } from '../../session/navigation/queryLink';
import { isSignInName } from '../../session/signIn/signInActions';
import { useAnnounce } from '../../ui/frame/Announcer';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { AsQueryButton } from '../../ui/inputs/AsQueryButton';
import { Button } from '../../ui/inputs/Button';
import { Segments } from '../../ui/inputs/Select';
import { Icon } from '../../ui/text/Icon';
import { ActionInputs } from './form/ActionInputs';
import { ConfirmSend } from './form/ConfirmSend';
import { RecentInputs } from './form/RecentInputs';
import { type ActionForm, draftsOfInput, useActionForm } from './form/useActionForm';
import { useActionSubmit } from './form/useActionSubmit';
import type { CurrentValues } from './form/useCurrentValues';
import { ActionResultView } from './run/ActionResultView';
import { ActionTrouble } from './run/ActionTrouble';
import { SendProgress } from './run/SendProgress';
import { useRunUpload } from './run/useRunUpload';
import './actions.css';

/** How the input is shown. */
type InputMode = 'form' | 'json';

export interface ActionScreenProps {
  session: Session;
  model: SchemaModel;
  action: Action;
}

export function ActionScreen({ session, model, action }: ActionScreenProps): ReactNode {
  const text = useText();
  const form = useActionForm(session, model, action);
  const { run, problems } = form;
  const [mode, setMode] = useState<InputMode>('form');
  const element = useRef<HTMLFormElement>(null);
  const submit = useActionSubmit(action, form, element, () => setMode('form'));
  const isSending = run.state === 'sending';
  const { upload, stop } = useRunUpload(session, action.id, run);
  const choices = useMemo(() => createRecordChoices(model, action.about, action.verb === 'create'), [model, action]);

  const again =
    run.state !== 'failed' ? null : run.mayHaveRun ? 'actions.sendAgain' : run.stoppedFile ? 'actions.sendRest' : null;

  return (
    <ScreenFrame
      crumbs={[{ label: text('actions.title'), href: href(['actions']) }, { label: action.label }]}
      description={action.description}
      actions={
        form.isDone ? null : (
          <ActionTools session={session} model={model} action={action} form={form} mode={mode} onMode={setMode} />
        )
      }
      page
    >
      {action.deprecationReason === null ? null : (
        <p className="action-note">
          <Icon name="warning" />
          <span dir="auto">
            {text('form.deprecated')}: {action.deprecationReason}
          </span>
        </p>
      )}
      {form.isDone && run.state === 'done' && form.result ? (
        <ActionResultView session={session} model={model} action={action} run={run} result={form.result} onAgain={form.again} />
      ) : (
        <form ref={element} className="action-form" noValidate onSubmit={submit.onSubmit}>
          {run.state === 'failed' || run.state === 'done' ? (
            <ActionTrouble
              session={session}
              run={run}
              messages={form.messages}
              unexplained={form.messages.length === 0 || form.result?.errors.some(error => error.isOnlyName) === true}
              result={form.result?.value}
              placed={problems.some(problem => problem.code === 'server')}
              signsIn={isSignInName(action.field.name)}
            />
          ) : null}
          <PresentTrouble session={session} present={form.present} />
          <SendingFiles upload={upload} values={form.variables} onStop={stop}>
            <ActionInputs
              session={session}
              model={model}
              action={action}
              form={form}
              mode={mode}
              choices={choices}
              disabled={isSending}
            />
          </SendingFiles>
          {action.isComplete ? null : <p className="action-note">{text('actions.incomplete')}</p>}
          <div className="action-send">
            <Button type="submit" kind={action.danger ? 'danger' : 'primary'} busy={isSending}>
              {isSending ? text('actions.sending') : again === null ? action.label : text(again)}
            </Button>
            {isSending ? <SendProgress session={session} action={action.id} upload={upload} onStop={stop} /> : null}
          </div>
        </form>
      )}
      {submit.confirming ? (
        <ConfirmSend
          model={model}
          action={action}
          variables={form.variables}
          choices={choices}
          mayErase={form.present.mayErase}
          onCancel={submit.cancel}
          onConfirm={submit.confirm}
        />
      ) : null}
    </ScreenFrame>
  );
}

/** The buttons above the form. */
function ActionTools({
  session,
  model,
  action,
  form,
  mode,
  onMode,
}: ActionScreenProps & { form: ActionForm; mode: InputMode; onMode: (mode: InputMode) => void }): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const isSending = form.run.state === 'sending';
  const bringBack = (variables: Readonly<Record<string, unknown>>): void => {
    form.replace(draftsOfInput(action, variables));
    announce.say(text('actions.recentUsed'));
  };
  const request = () => {
    const { query, variables } = actionDocument(model, action, form.variables);
    return { query, variables: publicVariables(query, variables, 2), href: queryHref(query, variables) };
  };
  return (
    <>
      <RecentInputs session={session} action={action} disabled={isSending} onChoose={bringBack} />
      <AsQueryButton request={request} />
      <Customise
        session={session}
        model={model}
        subject={{ offer: { area: 'actions', id: action.id }, typeName: null }}
        name={action.label}
      />
      {action.form.length > 0 ? (
        <Segments
          label={text('actions.inputs', { action: action.label })}
          value={mode}
          disabled={isSending}
          onChange={onMode}
          options={[
            { value: 'form', label: text('form.asForm') },
            { value: 'json', label: text('form.asJson') },
          ]}
        />
      ) : null}
    </>
  );
}

/** Shows why the record's current values are not in the form, or that they are still loading. */
function PresentTrouble({ session, present }: { session: Session; present: CurrentValues }): ReactNode {
  const { failure, isLoading, stop } = present;
  if (failure === null) return <StillWaiting clock={session.clock} isWaiting={isLoading} onStop={stop} />;
  return <FailureState {...failureProps(session, failure, present)} inline />;
}
