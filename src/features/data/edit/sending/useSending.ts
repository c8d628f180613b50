/** Sends the staged edits of a collection and records them in the change log. */
import { useCallback, useMemo } from 'react';
import { useClient } from 'urql';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { refusedOffers } from '../../change/refusedOffers';
import { endedWords } from '../../countedList';
import type { ChangeEntry } from '../review/changeEntry';
import { type SendWorld, sendChanges } from './sendChanges';
import { keepSentResult } from './sentResults';
import type { StagedRow } from './stagedRow';
import { isRunning, type TableEdits } from './tableEdits';
import { updateWorld } from './updateWorld';

/**
 * Functions that send and undo edits. `undo` sends a single entry immediately, and stages several for the review; returns false if none of
 * them can be undone now. `onThere`: the server already had the new values of a row.
 */
export function useSending(
  session: Session,
  model: SchemaModel,
  collection: string,
  edits: TableEdits,
  onThere: () => void,
): { send: (ids?: readonly string[]) => void; undo: (entries: readonly ChangeEntry[]) => boolean } {
  // Not `useMutation`, which holds the state of one mutation: here up to four run at a time, each for its own row.
  const client = useClient();
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const world = useMemo(
    () =>
      updateWorld(client, model, {
        gone: text('data.editGone'),
        unknown: text('data.editUnknown'),
        unproven: text('data.editUnproven'),
        silent: answer => text('data.sendSilent', { answer }),
        noUpdate: text('data.editNoUpdate'),
        missing: fields => text('data.editMissing', { fields }),
        present: record => text('data.sendPresent', { record }),
        onForbidden: refusedOffers(session).refuse,
      }),
    [client, model, text, session],
  );
  const send = useCallback(
    (ids?: readonly string[]) => {
      const { staged, log, job, sentResults } = edits;
      if (isRunning(job.get())) return;
      const wanted = ids ?? staged.get().flatMap(row => (row.state === 'sent' ? [] : [row.id]));
      let isThere = false;
      const settled: SendWorld['settled'] = (row, sent, record) => {
        if (row.state === 'sent' && sent.length > 0) keepSentResult(sentResults, row, { edits: sent, record: record ?? null });
        if (row.state === 'sent' && sent.length === 0) isThere = true;
        if (row.state === 'sent') for (const undone of row.undoes ?? []) log.mark(undone, 'done');
        if (sent.length === 0 || (row.state !== 'sent' && row.state !== 'refused' && row.state !== 'unknown')) return;
        const { id, typeName, keys, title, problem } = row;
        const message = problem?.message ?? null;
        log.add({
          at: session.clock.now(),
          collection,
          typeName,
          row: id,
          keys,
          title,
          edits: sent,
          result: row.state,
          message,
          isUndo: row.undoes !== undefined || undefined,
        });
      };
      const running = sendChanges(staged, wanted, { ...world, settled });
      job.set(running);
      void running.ended.then(() => {
        const rows = wanted.flatMap(id => staged.row(id) ?? []);
        const count = (...states: StagedRow['state'][]): number => rows.filter(row => states.includes(row.state)).length;
        announce.say(
          endedWords(text, formats, {
            sent: count('sent'),
            refused: count('refused'),
            unknown: count('unknown'),
            open: count('staged', 'notSent', 'conflict'),
          }),
        );
        // Sent changes re-execute the visible queries. If nothing had to be sent, the visible rows are stale and must be requested again.
        if (isThere) onThere();
      });
    },
    [edits, world, announce, text, formats, onThere, session, collection],
  );
  const undo = useCallback(
    (entries: readonly ChangeEntry[]): boolean => {
      const { staged, job } = edits;
      const taken = new Set(staged.get().flatMap(row => (row.state === 'sent' ? [] : [row.id])));
      const free = isRunning(job.get()) ? [] : entries.filter(entry => !taken.has(entry.row));
      // Newest first: a value that was changed several times returns to its oldest value.
      for (const { row: id, typeName, keys, title, edits: made, id: undone } of free)
        for (const { name, beforeName, theirs: _, ...edit } of made) {
          const swapped = { ...edit, before: edit.after, after: edit.before, name: beforeName, beforeName: name };
          staged.stage({ id, typeName, keys, title }, swapped, undone);
        }
      if (entries.length === 1) send(free.map(entry => entry.row));
      return free.length > 0;
    },
    [edits, send],
  );
  return { send, undo };
}
