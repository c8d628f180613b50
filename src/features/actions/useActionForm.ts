/**
 * The rules of an action's form: what is shown, what is sent, what came of it. The session keeps the draft and the outcome; the screen
 * draws them.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useMutation } from 'urql';
import { withDraftAt } from '../../parts/form/formDraft';
import { changedDrafts, overlaid } from '../../parts/form/presentDrafts';
import { actionDocument } from '../../schema/documents/callDocuments';
import { fittingFields } from '../../schema/forms/fittingField';
import type { FormField } from '../../schema/forms/formModel';
import {
  type Drafts,
  emptyDrafts,
  type FieldPath,
  type FieldProblem,
  fromVariables,
  toVariables,
} from '../../schema/forms/formValues';
import { placeErrors, type ServerError } from '../../schema/forms/placeErrors';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Action } from '../../schema/mutations/actions';
import type { ActionResult } from '../../schema/mutations/results';
import type { Session } from '../../session/connections/session';
import type { Failure } from '../../transport/observe/failure';
import { useReadable } from '../../ui/text/useReadable';
import { standingProblems } from './actionDraft';
import { type ActionRun, actionRunsOf } from './actionRuns';
import { createSentInputs } from './sentInputs';
import { useActionDraft } from './useActionDraft';
import { type PresentValues, requiredOf, usePresentValues } from './usePresentValues';

/** What the screen needs. */
export interface ActionForm {
  /** Its fields, fitted to the record's present values. */
  fields: readonly FormField[];
  /** What was filled in or changed. */
  drafts: Drafts;
  /** The values in the boxes: the record's present values with the changes over them. */
  shown: Drafts;
  present: PresentValues;
  attempted: boolean;
  variables: Readonly<Record<string, unknown>>;
  /** What prevents sending, and the server's errors about fields that were not changed since. */
  problems: readonly FieldProblem[];
  /** The server's errors that belong to no field. */
  messages: readonly string[];
  run: ActionRun;
  /** The answer, once there is one. */
  result: ActionResult | null;
  /** True when the answer is to be shown in place of the form. */
  isDone: boolean;
  /** Takes the shown drafts after a change at a path. */
  change(shown: Drafts, path: FieldPath): void;
  /** Puts a field back to what the record holds. */
  discard(path: FieldPath): void;
  /** Puts other drafts into the form: from JSON, or from an input sent before. */
  replace(drafts: Drafts): void;
  /** Checks; false when something prevents sending. */
  check(): boolean;
  /** Sends the form, unless something prevents it or the action is under way. */
  send(): void;
  /** Goes back from the answer to the form: empty, or as it was sent. */
  again(same: boolean): void;
}

/** The form of an action. */
export function useActionForm(session: Session, model: SchemaModel, action: Action): ActionForm {
  const run = useReadable(actionRunsOf(session).run(action.id));
  const state = useActionDraft(session, action, {
    hasOutcome: run.state === 'done' || run.state === 'failed',
    isDone: run.state === 'done',
  });
  const { draft, latest, put } = state;
  const { drafts, attempted, changed } = draft;
  const present = usePresentValues(session, model, action, drafts, state.isPrefilled);
  const { base } = present;
  const form = useMemo(() => fittingFields(action.form, base), [action.form, base]);
  const shown = useMemo(() => overlaid(base, drafts) as Drafts, [base, drafts]);
  const { variables, problems } = useMemo(
    () => toVariables(form, overlaid(requiredOf(form, base, drafts), drafts) as Drafts),
    [form, base, drafts],
  );
  const { result, placed, isDone } = useOutcome(session, model, action, run, state.forget);
  const all = useMemo(() => [...problems, ...standingProblems(placed.problems, changed)], [problems, placed.problems, changed]);
  const document = useMemo(() => actionDocument(model, action, variables), [model, action, variables]);
  const [, execute] = useMutation<Record<string, unknown>>(document.query);

  const change = useCallback(
    (next: Drafts, path: FieldPath) => {
      const before = latest();
      put({ drafts: changedDrafts(form, base, before.drafts, next, path), changed: [...before.changed, path] });
    },
    [put, latest, form, base],
  );
  const discard = useCallback(
    (path: FieldPath) => {
      const before = latest();
      put({ drafts: withDraftAt(before.drafts, path, undefined) as Drafts, changed: [...before.changed, path] });
    },
    [put, latest],
  );
  const replace = useCallback((next: Drafts) => put({ drafts: next, changed: [[]] }), [put]);
  const check = (): boolean => {
    if (problems.length === 0) return true;
    put({ attempted: true });
    return false;
  };
  const send = (): void => {
    if (!check()) return;
    if (!actionRunsOf(session).send(action.id, () => execute({ ...document.variables }, { screen: 'actions' }))) return;
    put({ changed: [], attempted: true });
    void createSentInputs(session).add(action.id, variables);
  };
  const again = (same: boolean): void => {
    actionRunsOf(session).reset(action.id);
    if (same) put({ attempted: false, changed: [] });
    else state.empty();
  };
  return {
    fields: form,
    drafts,
    shown,
    present,
    attempted,
    variables,
    problems: all,
    messages: placed.rest.map(error => error.message),
    run,
    result,
    isDone,
    change,
    discard,
    replace,
    check,
    send,
    again,
  };
}

/** What came of the latest sending. An answer that was seen is forgotten when the screen is left, with the draft. */
function useOutcome(session: Session, model: SchemaModel, action: Action, run: ActionRun, forgetDraft: () => void) {
  const result = useMemo(
    () => (run.state === 'done' ? actionDocument(model, action, run.sent).read(run.data) : null),
    [model, action, run],
  );
  const placed = useMemo(() => placeErrors(action.form, saidByServer(run, result)), [action.form, run, result]);
  // A payload that reports a refusal leaves the form open, whatever the status was.
  const isDone = run.state === 'done' && result?.state !== 'refused';
  const seen = useRef(false);
  seen.current = isDone;
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      queueMicrotask(() => {
        if (isHere.current || !seen.current) return;
        actionRunsOf(session).reset(action.id);
        forgetDraft();
      });
    };
  }, [session, action.id, forgetDraft]);
  return { result, placed, isDone };
}

/** Drafts of an input that was sent before. */
export function draftsOfInput(action: Action, variables: Readonly<Record<string, unknown>>): Drafts {
  return { ...emptyDrafts(action.form), ...fromVariables(action.form, variables) };
}

/** What the server said: errors of the answer, and those inside its payload. */
function saidByServer(run: ActionRun, result: ActionResult | null): ServerError[] {
  const failure = run.state === 'failed' || run.state === 'done' ? run.failure : null;
  const inside = (result?.errors ?? []).map(({ message, field }) => ({
    message,
    ...(field === null ? {} : { extensions: { argumentPath: field } }),
  }));
  return [...(failure ? errorsOf(failure) : []), ...inside];
}

function errorsOf(failure: Failure): ServerError[] {
  return 'errors' in failure ? failure.errors.map(({ message, path, extensions }) => ({ message, path, extensions })) : [];
}
