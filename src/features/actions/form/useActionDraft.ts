/** The draft of an action's form. Its sources, in this order: the session, the tab's copy from before a reload, the address. */
import { useCallback, useEffect, useMemo } from 'react';
import { openDrafts } from '../../../schema/forms/newDrafts';
import type { Action } from '../../../schema/mutations/actions';
import type { Session } from '../../../session/connections/session';
import { draftsFromQuery } from '../../../session/navigation/draftAddress';
import { useReadable } from '../../../ui/useReadable';
import { actionRunsOf } from '../run/actionRuns';
import { type ActionDraft, readActionDraft, restoredDraft } from './actionDraft';
import type { CurrentPlaces } from './useCurrentValues';

/** The draft, and the functions that change it. */
export interface ActionDraftState {
  draft: ActionDraft;
  /** True if the address has values for the form. */
  isPrefilled: boolean;
  /** The current draft, which can be newer than the rendered one. */
  latest(): ActionDraft;
  put(next: Partial<ActionDraft>): void;
  /** Removes the draft. */
  forget(): void;
  /** Clears the form, including values from the address. */
  empty(): void;
}

/**
 * Returns the draft of an action. `current`: the fields that are filled in with the values of the record. `hasOutcome` is true if the latest run
 * has ended; `isDone` if its result replaces the form: after a refusal the form stays.
 */
export function useActionDraft(
  session: Session,
  action: Action,
  current: CurrentPlaces['columns'],
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
      drafts: { ...openDrafts(form, current), ...draftsFromQuery(form, new URLSearchParams(prefill)) },
      attempted: false,
      prefill,
      changed: [],
    }),
    [form, current, prefill],
  );
  // An address with values takes precedence over the kept draft, but not over changes made since it was opened.
  const isKept = kept !== null && (prefill === '' || kept.prefill === prefill);
  const draft = isKept ? kept : fresh;
  const { hasOutcome, isDone } = run;
  useEffect(() => {
    if (isKept) return;
    store.set(fresh);
    // The outcome belongs to a different input.
    if (hasOutcome) actionRunsOf(session).reset(action.id);
  }, [isKept, fresh, store, hasOutcome, session, action.id]);

  // The input survives a reload, a sign-out and a sign-in. It is removed once the action is done.
  const isTyped = isKept && Object.keys(draft.drafts).length > 0 && !isDone;
  useEffect(() => {
    session.drafts.keep(inTab, isTyped ? { drafts: draft.drafts, prefill: draft.prefill } : null);
  }, [session, inTab, isTyped, draft]);

  const latest = useCallback(() => readActionDraft(store.get()) ?? draft, [store, draft]);
  const put = useCallback((next: Partial<ActionDraft>) => store.set({ ...latest(), ...next }), [store, latest]);
  const forget = useCallback(() => store.set(undefined), [store]);
  const empty = useCallback(() => store.set({ ...fresh, drafts: openDrafts(form, current) }), [store, fresh, form, current]);
  return { draft, isPrefilled: prefill !== '', latest, put, forget, empty };
}
