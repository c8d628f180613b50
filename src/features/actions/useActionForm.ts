/**
 * The form of an action and the sending of it, on what the session keeps: drafts, the run under way and its outcome. All rules are here, the
 * screen draws them.
 */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { withDraftAt } from '../../parts/form/formDraft';
import { actionDocument } from '../../schema/documents/callDocuments';
import {
  type Drafts,
  emptyDrafts,
  type FieldPath,
  type FieldProblem,
  fromVariables,
  placeErrors,
  type ServerError,
  toVariables,
} from '../../schema/forms/formValues';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Action } from '../../schema/mutations/actions';
import type { ActionResult } from '../../schema/mutations/results';
import type { Session } from '../../session/connections/session';
import { draftsFromQuery } from '../../session/navigation/draftAddress';
import type { Failure } from '../../transport/failure';
import { useReadable } from '../../ui/text/useReadable';
import { type ActionDraft, readActionDraft, restoredDraft, standingProblems } from './actionDraft';
import { type ActionRun, actionRunsOf } from './actionRuns';
import { createSentInputs } from './sentInputs';
import { changedDrafts, overlaid, type PresentValues, requiredOf, usePresentValues } from './usePresentValues';

/** What the screen needs. */
export interface ActionForm {
  /** What was filled in or changed. */
  drafts: Drafts;
  /** What stands in the boxes: the record's present values with the changes over them. */
  shown: Drafts;
  present: PresentValues;
  attempted: boolean;
  variables: Readonly<Record<string, unknown>>;
  /** What stands against sending, and what the server said of fields that were not changed since. */
  problems: readonly FieldProblem[];
  /** What the server said that belongs to no field. */
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
  /** Checks; false when something stands against sending. */
  check(): boolean;
  /** Sends what stands in the form, unless something stands against it or it is under way. */
  send(): void;
  /** Goes back from the answer to the form: empty, or as it was sent. */
  again(same: boolean): void;
}

/** The form of an action. */
export function useActionForm(session: Session, model: SchemaModel, action: Action): ActionForm {
  const { form } = action;
  const store = actionRunsOf(session).draft(action.id);
  const run = useReadable(actionRunsOf(session).run(action.id));
  const { query } = useReadable(session.navigation.address);
  const inTab = `action:${action.id}`;
  const restored = useMemo(() => restoredDraft(form, session.drafts.read(inTab)), [form, session, inTab]);
  const kept = readActionDraft(useReadable(store)) ?? restored;
  const prefill = query.toString();
  const fresh = useMemo<ActionDraft>(
    () => ({
      drafts: { ...emptyDrafts(form), ...draftsFromQuery(form, new URLSearchParams(prefill)) },
      attempted: false,
      prefill,
      changed: [],
    }),
    [form, prefill],
  );
  // An address that says what stands in the form wins over what stood there before, but not over what was typed since.
  const isKept = kept !== null && (prefill === '' || kept.prefill === prefill);
  const draft = isKept ? kept : fresh;
  const wasDone = run.state === 'done' || run.state === 'failed';
  useEffect(() => {
    if (isKept) return;
    store.set(fresh);
    // The outcome was that of another input.
    if (wasDone) actionRunsOf(session).reset(action.id);
  }, [isKept, fresh, store, wasDone, session, action.id]);

  // What was typed survives a reload, signing out and signing in; it is forgotten once it was done.
  const isTyped = isKept && Object.keys(draft.drafts).length > 0 && run.state !== 'done';
  useEffect(() => {
    session.drafts.keep(inTab, isTyped ? { drafts: draft.drafts, prefill: draft.prefill } : null);
  }, [session, inTab, isTyped, draft]);
  const { drafts, attempted, changed } = draft;
  const present = usePresentValues(session, model, action, drafts, prefill !== '');
  const { base } = present;
  const shown = useMemo(() => overlaid(base, drafts) as Drafts, [base, drafts]);
  const { variables, problems } = useMemo(
    () => toVariables(form, overlaid(requiredOf(form, base, drafts), drafts) as Drafts),
    [form, base, drafts],
  );
  const result = useMemo(
    () => (run.state === 'done' ? actionDocument(model, action, {}).read(run.data) : null),
    [model, action, run],
  );
  const said = useMemo(() => saidByServer(run, result), [run, result]);
  const placed = useMemo(() => placeErrors(form, said), [form, said]);
  const all = useMemo(() => [...problems, ...standingProblems(placed.problems, changed)], [problems, placed.problems, changed]);
  // A payload that says no is a refusal, whatever the status was; the form is still what the person needs.
  const isDone = run.state === 'done' && result?.state !== 'refused';

  // An answer that was seen is over when the person leaves; one that came while they were away is still to be seen.
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
        store.set(undefined);
      });
    };
  }, [session, action.id, store]);

  const put = useCallback(
    (next: Partial<ActionDraft>) => store.set({ ...(readActionDraft(store.get()) ?? draft), ...next }),
    [store, draft],
  );
  const change = useCallback(
    (next: Drafts, path: FieldPath) => {
      const before = readActionDraft(store.get()) ?? draft;
      put({ drafts: changedDrafts(form, base, before.drafts, next, path), changed: [...before.changed, path] });
    },
    [put, store, draft, form, base],
  );
  const discard = useCallback(
    (path: FieldPath) => {
      const before = readActionDraft(store.get()) ?? draft;
      put({ drafts: withDraftAt(before.drafts, path, undefined) as Drafts, changed: [...before.changed, path] });
    },
    [put, store, draft],
  );
  const replace = useCallback((next: Drafts) => put({ drafts: next, changed: [[]] }), [put]);
  const check = (): boolean => {
    if (problems.length === 0) return true;
    put({ attempted: true });
    return false;
  };
  const send = (): void => {
    if (!check()) return;
    const { query: document, variables: values } = actionDocument(model, action, variables);
    if (!actionRunsOf(session).send(action.id, { query: document, variables: values })) return;
    put({ changed: [], attempted: true });
    void createSentInputs(session).add(action.id, variables);
  };
  const again = (same: boolean): void => {
    actionRunsOf(session).reset(action.id);
    store.set(same ? { ...draft, attempted: false, changed: [] } : { ...fresh, drafts: emptyDrafts(form) });
  };
  return {
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
