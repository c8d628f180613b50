/** The draft of an action's form: what the session keeps, else what the tab kept before a reload, else what the address fills in. */
import { useCallback, useEffect, useMemo } from 'react';
import { emptyDrafts } from '../../schema/forms/formValues';
import type { Action } from '../../schema/mutations/actions';
import type { Session } from '../../session/connections/session';
import { draftsFromQuery } from '../../session/navigation/draftAddress';
import { useReadable } from '../../ui/text/useReadable';
import { type ActionDraft, readActionDraft, restoredDraft } from './actionDraft';
import { actionRunsOf } from './actionRuns';

/** The draft, and how it changes. */
export interface ActionDraftState {
  draft: ActionDraft;
  /** True when the address fills in values. */
  isPrefilled: boolean;
  /** The draft at this moment, which may be newer than the one that was rendered. */
  latest(): ActionDraft;
  put(next: Partial<ActionDraft>): void;
  /** Forgets the draft. */
  forget(): void;
  /** Empties the form, whatever the address fills in. */
  empty(): void;
}

/** Follows the draft of an action. `hasOutcome`: the latest sending has ended; `isDone`: the server answered with data. */
export function useActionDraft(
  session: Session,
  action: Action,
  run: { hasOutcome: boolean; isDone: boolean },
): ActionDraftState {
  const { form } = action;
  const store = actionRunsOf(session).draft(action.id);
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
  // An address with values wins over the kept draft, but not over what was typed since it was opened.
  const isKept = kept !== null && (prefill === '' || kept.prefill === prefill);
  const draft = isKept ? kept : fresh;
  const { hasOutcome, isDone } = run;
  useEffect(() => {
    if (isKept) return;
    store.set(fresh);
    // The outcome belongs to another input.
    if (hasOutcome) actionRunsOf(session).reset(action.id);
  }, [isKept, fresh, store, hasOutcome, session, action.id]);

  // What was typed survives a reload, signing out and signing in. It is forgotten once the action is done.
  const isTyped = isKept && Object.keys(draft.drafts).length > 0 && !isDone;
  useEffect(() => {
    session.drafts.keep(inTab, isTyped ? { drafts: draft.drafts, prefill: draft.prefill } : null);
  }, [session, inTab, isTyped, draft]);

  const latest = useCallback(() => readActionDraft(store.get()) ?? draft, [store, draft]);
  const put = useCallback((next: Partial<ActionDraft>) => store.set({ ...latest(), ...next }), [store, latest]);
  const forget = useCallback(() => store.set(undefined), [store]);
  const empty = useCallback(() => store.set({ ...fresh, drafts: emptyDrafts(form) }), [store, fresh, form]);
  return { draft, isPrefilled: prefill !== '', latest, put, forget, empty };
}
