/**
 * One action: its form, the sending with all its ends, and the answer. After an answer the form is put away, so that no habit sends the same
 * thing twice; after an error it stands there as it was.
 */
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { answerTrouble } from '../../parts/answerTrouble';
import { FailureState } from '../../parts/FailureState';
import { DraftForm, focusFirstProblem } from '../../parts/form/DraftForm';
import { StillWaiting } from '../../parts/StillWaiting';
import { actionDocument } from '../../schema/documents/callDocuments';
import type { Drafts } from '../../schema/forms/formValues';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Action } from '../../schema/mutations/actions';
import type { Session } from '../../session/connections/session';
import { createRecordChoices } from '../../session/history/recordChoices';
import { formDocs } from '../../session/navigation/docsLinks';
import { href } from '../../session/navigation/navigation';
import { publicVariables, queryHref } from '../../session/navigation/queryLink';
import { useAnnounce } from '../../ui/frame/Announcer';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { AsQueryButton } from '../../ui/inputs/AsQueryButton';
import { Button } from '../../ui/inputs/Button';
import { Segments } from '../../ui/inputs/Select';
import { Icon } from '../../ui/text/Icon';
import { ActionAnswer } from './ActionAnswer';
import { ActionTrouble } from './ActionTrouble';
import { ConfirmSend } from './ConfirmSend';
import { JsonInputField } from './JsonInputField';
import { RecentInputs } from './RecentInputs';
import { SendProgress } from './SendProgress';
import { draftsOfInput, useActionForm } from './useActionForm';
import { type PresentValues, useChangeMarks } from './usePresentValues';
import './actions.css';

/** Props of `ActionScreen`. */
export interface ActionScreenProps {
  session: Session;
  model: SchemaModel;
  action: Action;
}

/** The screen. */
export function ActionScreen({ session, model, action }: ActionScreenProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const form = useActionForm(session, model, action);
  const { run, problems, drafts } = form;
  const [mode, setMode] = useState<'form' | 'json'>('form');
  const [confirming, setConfirming] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const isSending = run.state === 'sending';
  const choices = useMemo(() => createRecordChoices(model, action.about), [model, action.about]);
  const docs = useMemo(() => formDocs(model, model.mutationType?.name ?? '', action.path), [model, action]);
  const marks = useChangeMarks(session, form.present, drafts, form.discard);

  /** Counts up when something wrong has to be shown; the focus goes there once it is in the page. */
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) focusFirstProblem(element.current);
  }, [refused]);
  const before = useRef(run.state);
  useEffect(() => {
    const was = before.current;
    before.current = run.state;
    if (was !== 'sending' || run.state === 'sending') return;
    const time = formats.time(Date.now());
    if (form.isDone)
      announce.say(text(form.result?.state === 'done' ? 'actions.doneAt' : 'actions.answeredAt', { action: action.label, time }));
    // What the server said at a field is where the person has to go on.
    else if (!focusFirstProblem(element.current)) element.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [run.state, form.isDone, form.result, announce, text, formats, action.label]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSending) return;
    if (!form.check()) {
      setMode('form');
      setRefused(count => count + 1);
      announce.say(text('actions.attention', { count: problems.filter(problem => problem.code !== 'server').length }));
    } else if (action.danger) setConfirming(true);
    else form.send();
  };
  const bringBack = (variables: Readonly<Record<string, unknown>>): void => {
    form.replace(draftsOfInput(action, variables));
    announce.say(text('actions.recentUsed'));
  };
  const request = () => {
    const { query, variables } = actionDocument(model, action, form.variables);
    return { query, variables: publicVariables(query, variables, 2), href: queryHref(query, variables) };
  };
  const mayHaveRun = run.state === 'failed' && run.mayHaveRun;

  return (
    <ScreenFrame
      crumbs={[{ label: text('actions.title'), href: href(['actions']) }, { label: action.label }]}
      description={action.description}
      actions={
        form.isDone ? null : (
          <>
            <RecentInputs session={session} action={action} disabled={isSending} onChoose={bringBack} />
            <AsQueryButton request={request} />
            {action.form.length > 0 ? (
              <Segments
                label={text('actions.inputs', { action: action.label })}
                value={mode}
                disabled={isSending}
                onChange={setMode}
                options={[
                  { value: 'form', label: text('form.asForm') },
                  { value: 'json', label: text('form.asJson') },
                ]}
              />
            ) : null}
          </>
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
        <ActionAnswer session={session} model={model} action={action} run={run} result={form.result} onAgain={form.again} />
      ) : (
        <form ref={element} className="action-form" noValidate onSubmit={submit}>
          {run.state === 'failed' || run.state === 'done' ? (
            <ActionTrouble
              session={session}
              run={run}
              messages={form.messages}
              answer={form.result?.value}
              placed={problems.some(problem => problem.code === 'server')}
            />
          ) : null}
          <PresentTrouble session={session} present={form.present} />
          {action.form.length === 0 ? (
            <p className="quiet">{text('actions.noInputs')}</p>
          ) : mode === 'json' ? (
            <JsonInputField
              fields={action.form}
              variables={form.variables}
              drafts={drafts}
              disabled={isSending}
              onChange={form.replace}
            />
          ) : (
            <DraftForm
              label={text('actions.inputs', { action: action.label })}
              fields={form.fields}
              drafts={form.shown}
              problems={problems}
              attempted={form.attempted}
              disabled={isSending}
              choices={choices}
              docs={docs}
              aid={marks}
              standing={form.present.standing}
              onChange={(next, path) => form.change(next as Drafts, path)}
            />
          )}
          {action.isComplete ? null : <p className="action-note">{text('actions.incomplete')}</p>}
          <div className="action-send">
            <Button type="submit" kind={action.danger ? 'danger' : 'primary'} busy={isSending}>
              {isSending ? text('actions.sending') : mayHaveRun ? text('actions.sendAgain') : action.label}
            </Button>
            {isSending ? <SendProgress session={session} action={action.id} run={run} /> : null}
          </div>
        </form>
      )}
      {confirming ? (
        <ConfirmSend
          action={action}
          variables={form.variables}
          choices={choices}
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            form.send();
          }}
        />
      ) : null}
    </ScreenFrame>
  );
}

/** Why the record's present values are not in the form, or that they are still waited for. */
function PresentTrouble({ session, present }: { session: Session; present: PresentValues }): ReactNode {
  const { failure, isLoading, stop } = present;
  if (failure === null) return <StillWaiting clock={session.clock} isWaiting={isLoading} onStop={stop} />;
  return <FailureState {...answerTrouble(session, failure, present)} inline />;
}
