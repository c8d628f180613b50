/**
 * The state and rules of an action's form: which values are shown, which are sent, and how the result is handled. The session keeps the
 * draft and the outcome; the screen renders them.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useMutation } from 'urql';
import { withDraftAt } from '../../../parts/form/formDraft';
import { changedDrafts, mergeDrafts } from '../../../parts/form/mergeDrafts';
import { filesOf, withoutFile } from '../../../parts/form/upload/sentFiles';
import { actionDocument } from '../../../schema/documents/callDocuments';
import { fittingFields } from '../../../schema/forms/fittingField';
import type { FormField } from '../../../schema/forms/formModel';
import { type Drafts, type FieldPath, type FieldProblem, fromVariables, toVariables } from '../../../schema/forms/formValues';
import { emptyDrafts } from '../../../schema/forms/newDrafts';
import { placeErrors, type ServerError } from '../../../schema/forms/placeErrors';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Action } from '../../../schema/mutations/actions';
import type { ActionResult } from '../../../schema/mutations/results';
import type { Session } from '../../../session/connections/session';
import type { Failure } from '../../../transport/observe/failure';
import { useReadable } from '../../../ui/useReadable';
import { type ActionRun, actionRunsOf } from '../run/actionRuns';
import { unresolvedProblems } from './actionDraft';
import { createSentInputs } from './sentInputs';
import { useActionDraft } from './useActionDraft';
import { type CurrentValues, unchangedValues, useCurrentPlaces, useCurrentValues, withoutListsOf } from './useCurrentValues';

export interface ActionForm {
  /** The fields, adapted to the record's current values. */
  fields: readonly FormField[];
  /** Values that the user filled in or changed. */
  drafts: Drafts;
  /** The values in the inputs: the record's current values, overridden by the drafts. */
  shown: Drafts;
  present: CurrentValues;
  attempted: boolean;
  variables: Readonly<Record<string, unknown>>;
  /** Problems that prevent sending, and the server's errors about fields that were not changed since. */
  problems: readonly FieldProblem[];
  /** The server's errors that belong to no field. */
  messages: readonly string[];
  run: ActionRun;
  /** The result; null until the server has responded. */
  result: ActionResult | null;
  /** True if the result replaces the form. */
  isDone: boolean;
  /** Updates the drafts from the shown values after a change at a path. */
  change(shown: Drafts, path: FieldPath): void;
  /** Resets a field to the record's current value. */
  discard(path: FieldPath): void;
  /** Replaces all drafts: from JSON, or from an earlier input. */
  replace(drafts: Drafts): void;
  /** Marks missing values. Returns false if a problem prevents sending. */
  check(): boolean;
  /** Sends the form, unless a problem prevents it or the action is in flight. */
  send(): void;
  /** Goes back from the result to the form, either empty or with the values that were sent. */
  again(keepValues: boolean): void;
}

export function useActionForm(session: Session, model: SchemaModel, action: Action): ActionForm {
  const run = useReadable(actionRunsOf(session).run(action.id));
  const result = useMemo(
    () => (run.state === 'done' ? actionDocument(model, action, run.sent).read(run.data) : null),
    [model, action, run],
  );
  // If the payload reports a refusal, the form stays, whatever the HTTP status was.
  const isDone = result !== null && result.state !== 'refused';
  const places = useCurrentPlaces(model, action);
  const state = useActionDraft(session, action, places.columns, {
    hasOutcome: run.state === 'done' || run.state === 'failed',
    isDone,
  });
  const { draft, latest, put } = state;
  const { drafts, attempted, changed } = draft;
  const present = useCurrentValues(session, model, action, places, drafts, state.isPrefilled);
  const { base, values, objects, target, refresh } = present;
  const isRefused = run.state === 'failed' || (run.state === 'done' && !isDone);
  // The version that was sent may be old.
  useEffect(() => {
    if (isRefused && target?.version) refresh();
  }, [isRefused, target, refresh]);
  const form = useMemo(() => fittingFields(action.form, values), [action.form, values]);
  const shown = useMemo(() => mergeDrafts(base, drafts) as Drafts, [base, drafts]);
  const { variables, problems } = useMemo(
    () => toVariables(form, mergeDrafts(unchangedValues(form, { base, objects, target }, drafts), drafts) as Drafts),
    [form, base, drafts, objects, target],
  );
  const placed = useMemo(
    () => placeErrors(action.form, saidByServer(run, result), 'sent' in run ? run.sent : {}),
    [action.form, run, result],
  );
  useSeenOutcome(session, action, isDone, state.forget);
  const allProblems = useMemo(
    () => [...problems, ...unresolvedProblems(placed.problems, changed)],
    [problems, placed.problems, changed],
  );
  const document = useMemo(() => actionDocument(model, action, variables), [model, action, variables]);
  const [, execute] = useMutation<Record<string, unknown>>(document.query);

  const change = useCallback(
    (next: Drafts, path: FieldPath) => {
      const before = latest();
      const changes = changedDrafts(form, base, before.drafts, next, path);
      put({ drafts: withoutListsOf(present, places.target, changes, path), changed: [...before.changed, path] });
    },
    [put, latest, form, base, present, places.target],
  );
  const discard = useCallback(
    (path: FieldPath) => {
      const before = latest();
      put({ drafts: withDraftAt(before.drafts, path, undefined) as Drafts, changed: [...before.changed, path] });
    },
    [put, latest],
  );
  const replace = useCallback((next: Drafts) => put({ drafts: next, changed: [[]] }), [put]);
  const stoppedFile = run.state === 'failed' ? run.stoppedFile : null;
  useEffect(() => {
    const now = latest().drafts;
    if (stoppedFile !== null && filesOf(now).includes(stoppedFile)) replace(withoutFile(now, stoppedFile) as Drafts);
  }, [stoppedFile, latest, replace]);
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
  const again = (keepValues: boolean): void => {
    actionRunsOf(session).reset(action.id);
    if (keepValues) put({ attempted: false, changed: [] });
    else state.empty();
  };
  return {
    fields: form,
    drafts,
    shown,
    present,
    attempted,
    variables,
    problems: allProblems,
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

/** When the user leaves the screen after seeing the result, the result and the draft are removed. */
function useSeenOutcome(session: Session, action: Action, isDone: boolean, forgetDraft: () => void): void {
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
}

/** Returns the drafts for an earlier input. */
export function draftsOfInput(action: Action, variables: Readonly<Record<string, unknown>>): Drafts {
  return { ...emptyDrafts(action.form), ...fromVariables(action.form, variables) };
}

/** Returns the errors of the response and those inside the payload. */
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
