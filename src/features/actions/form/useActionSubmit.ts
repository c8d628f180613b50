/** Submits the form of an action: validates it, asks for confirmation, and moves the focus afterwards. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { focusFirstProblem } from '../../../parts/form/DraftForm';
import type { Action } from '../../../schema/mutations/actions';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { ActionForm } from './useActionForm';

/** State and handlers of the form. */
export interface ActionSubmit {
  onSubmit(event: FormEvent): void;
  /** True while the user is asked to confirm. */
  confirming: boolean;
  confirm(): void;
  cancel(): void;
}

/**
 * Returns the submit handler of the form.
 * @param element the form element
 * @param onRefused called when the form cannot be sent, before the focus moves to the first problem
 */
export function useActionSubmit(
  action: Action,
  form: ActionForm,
  element: RefObject<HTMLFormElement | null>,
  onRefused: () => void,
): ActionSubmit {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const [confirming, setConfirming] = useState(false);
  const { run, problems } = form;
  // Incremented when a problem has to be shown; the effect moves the focus there once it is rendered.
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) focusFirstProblem(element.current);
  }, [refused, element]);
  const before = useRef(run.state);
  useEffect(() => {
    const was = before.current;
    before.current = run.state;
    if (was !== 'sending' || run.state === 'sending') return;
    const time = formats.time(Date.now());
    if (form.isDone)
      announce.say(text(form.result?.state === 'done' ? 'actions.doneAt' : 'actions.answeredAt', { action: action.label, time }));
    // Move the focus to the field that the server's error names.
    else if (!focusFirstProblem(element.current)) element.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [run.state, form.isDone, form.result, announce, text, formats, action.label, element]);
  return {
    onSubmit(event) {
      event.preventDefault();
      if (run.state === 'sending') return;
      if (!form.check()) {
        onRefused();
        setRefused(count => count + 1);
        announce.say(text('actions.attention', { count: problems.filter(problem => problem.code !== 'server').length }));
      } else if (action.danger || form.present.mayErase) setConfirming(true);
      else form.send();
    },
    confirming,
    confirm() {
      setConfirming(false);
      form.send();
    },
    cancel: () => setConfirming(false),
  };
}
