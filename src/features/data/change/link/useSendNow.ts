/** Sends edits at once, as edited cells are (sending/), unless their records have other changes that are not sent yet. */
import { useText } from '../../../../i18n/LanguageProvider';
import { until } from '../../../../lib/until';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import type { RowHead, StagedEdit } from '../../edit/sending/stagedRow';
import { isRunning, tableEdits } from '../../edit/sending/tableEdits';
import { useSending } from '../../edit/sending/useSending';

/** The end of the edits. `staged`: nothing was sent; they wait with the other changes. */
export type SendEnd = { readonly state: 'done' | 'staged' } | { readonly state: 'failed'; readonly message: string };

const NOTHING = (): void => undefined;

/** Returns a function that sends edits of different records of a collection. */
export function useSendNow(
  session: Session,
  model: SchemaModel,
  collection: string,
): (edits: ReadonlyArray<readonly [row: RowHead, edit: StagedEdit]>) => Promise<SendEnd> {
  const text = useText();
  const edits = tableEdits(session, collection);
  const { staged, job } = edits;
  const { send } = useSending(session, model, collection, edits, NOTHING);
  return async made => {
    const ids = made.map(([{ id }]) => id);
    for (let running = job.get(); running?.get() === 'running' || running?.get() === 'stopped'; running = job.get())
      await until(running, phase => phase === 'ended' || phase === 'paused');
    const isWaiting =
      isRunning(job.get()) ||
      made.some(([{ id }, { field }]) => {
        const row = staged.row(id);
        // A link without a response is sent again, but no other change of the record.
        const isAgain = row?.state === 'unknown' && row.edits.every(edit => edit.field === field);
        return row !== undefined && row.state !== 'sent' && !isAgain;
      });
    if (staged.stageAll(made) < made.length) return { state: 'failed', message: text('data.editFull') };
    if (isWaiting) return { state: 'staged' };
    send(ids);
    await job.get()?.ended;
    const open = ids.flatMap(id => staged.row(id) ?? []).filter(({ state }) => state !== 'sent');
    // An update without a response stays there: the next attempt reads the record first.
    staged.discard(ids.filter(id => staged.row(id)?.state !== 'unknown'));
    const [failed] = open;
    if (failed === undefined) return { state: 'done' };
    const reason = failed.problem?.message ?? text('data.stateConflict');
    return { state: 'failed', message: made.length === 1 ? reason : `${failed.title}: ${reason}` };
  };
}
