/**
 * Connects records to a list of another record, and disconnects them. Each change is an edit of the record whose update makes the link. It is
 * sent at once, as edited cells are (sending/), unless that record has other changes that are not sent yet.
 */
import { useState } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../../i18n/LanguageProvider';
import { valueAsText } from '../../../../lib/text/valueAsText';
import { cellValue } from '../../../../schema/collections/columns/columns';
import { homeCollection } from '../../../../schema/collections/homeCollection';
import { formatRecordRef, type RecordRef, recordLookup } from '../../../../schema/collections/records';
import type { Row } from '../../../../schema/documents/documents';
import { toVariables } from '../../../../schema/forms/formValues';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import { createRecordChoices, fetchChoices } from '../../../../session/history/recordChoices';
import { linkedKey } from '../../edit/fields/editableField';
import { rowHead } from '../../edit/rowHead';
import { newEdit } from '../../edit/sending/newEdit';
import type { RowHead, StagedEdit } from '../../edit/sending/stagedRow';
import { isRunning, tableEdits } from '../../edit/sending/tableEdits';
import { readAgain } from '../../edit/sending/updateWorld';
import { useSending } from '../../edit/sending/useSending';
import { rowTitle } from '../../record/rowTitle';
import { draftsOf } from '../editableFields';
import type { ListLink } from './listLink';

/** The list, and the record that has it. */
export interface LinkedList {
  session: Session;
  model: SchemaModel;
  link: ListLink;
  /** The type of the records in the list. */
  rowType: string;
  within: RecordRef;
  row: Row;
}

/**
 * The end of an attempt. `there`: the record is in the list already. `staged`: it waits with other changes. `elsewhere`: nothing was changed,
 * because the record belongs to another one, with the name `other`.
 */
export type LinkEnd =
  | { readonly state: 'done' | 'there' | 'staged' }
  | { readonly state: 'elsewhere'; readonly title: string; readonly other: string }
  | { readonly state: 'failed'; readonly message: string };

/** The functions that change the list. */
export interface ListLinking {
  readonly busy: boolean;
  /** @param mayMove true: the user agrees that the record leaves the one that it belongs to */
  connect(key: string, mayMove: boolean): Promise<LinkEnd>;
  disconnect(rows: readonly Row[]): Promise<LinkEnd>;
}

type Edits = ReadonlyArray<readonly [row: RowHead, edit: StagedEdit]>;

const NOTHING = (): void => undefined;

/** Changes one list. */
export function useListLink({ session, model, link, rowType, within, row }: LinkedList): ListLinking {
  const text = useText();
  // Not `useMutation`: the record is read before its change is staged.
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const { change, place, side } = link;
  const { name } = place.field;
  const collection = homeCollection(model, change.typeName)?.id ?? change.typeName;
  const edits = tableEdits(session, collection);
  const { staged, job } = edits;
  const { send } = useSending(session, model, collection, edits, NOTHING);
  const owner: RowHead = {
    id: `${within.typeName}:${formatRecordRef(model, within)}`,
    typeName: within.typeName,
    keys: Object.entries(within.keys),
    title: rowTitle(model, within.typeName, row) ?? Object.values(within.keys).join(', '),
  };
  const sendEdits = async (made: Edits): Promise<LinkEnd> => {
    const ids = made.map(([{ id }]) => id);
    const isWaiting = ids.some(id => (staged.row(id)?.state ?? 'sent') !== 'sent');
    if (staged.stageAll(made) < made.length) return { state: 'failed', message: text('data.editFull') };
    if (isWaiting) return { state: 'staged' };
    const running = job.get();
    if (isRunning(running)) await running?.ended;
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
  /** Reads a record and sends its new value. `next` returns undefined, or an end, if there is nothing to send. */
  const update = async (head: RowHead, next: (now: unknown, fresh: Row) => { after: unknown } | LinkEnd) => {
    const reading = await readAgain(client, model, change, head.keys, [name], text('data.editGone'));
    if ('failed' in reading) return { state: 'failed', message: reading.failed } as const;
    const fresh = reading.row;
    const before = Object.hasOwn(fresh, name) ? fresh[name] : null;
    const wanted = next(before, fresh);
    return 'state' in wanted
      ? wanted
      : sendEdits([[head, newEdit(place, { row: fresh, before, ...wanted, name: nameOf(wanted.after) })]]);
  };
  /** In the list of changes, the link of a record has the name of the record with the list. */
  const nameOf = (value: unknown): string | undefined => (side === 'item' && value !== null ? owner.title : undefined);
  const keysIn = (now: unknown): readonly string[] => (Array.isArray(now) ? now.map(String) : []);
  const ownKey = (): unknown => {
    const key = linkedKey(model, within.typeName, place.field, row) ?? Object.values(within.keys)[0];
    const { variables } = toVariables([place.field], draftsOf([place.field], Object.fromEntries([[name, key]])));
    return Object.hasOwn(variables, name) ? variables[name] : key;
  };
  const connect: ListLinking['connect'] = async (key, mayMove) => {
    if (side === 'owner')
      return update(owner, now => {
        const keys = keysIn(now);
        return keys.includes(key) ? { state: 'there' } : { after: [...keys, key] };
      });
    const column = recordLookup(model, rowType)?.keys[0]?.column ?? 'id';
    const question = createRecordChoices(model, rowType)(link.choice, [link.choice.name])?.name(key);
    const title = (question && (await fetchChoices(client, question))) ?? key;
    return update({ id: `${rowType}:${key}`, typeName: rowType, keys: [[column, key]], title }, (now, fresh) => {
      const after = ownKey();
      if (now !== null && String(now) === String(after)) return { state: 'there' };
      if (now === null || mayMove) return { after };
      return { state: 'elsewhere', title, other: valueAsText(cellValue(fresh, place.column) ?? now) };
    });
  };
  const disconnect: ListLinking['disconnect'] = rows => {
    const heads = rows.flatMap(item => rowHead(model, rowType, item) ?? []);
    if (side === 'item') {
      const before = ownKey();
      const edit = { ...newEdit(place, { row: {}, before, after: null }), beforeName: owner.title };
      return sendEdits(heads.map(head => [head, edit] as const));
    }
    const gone = new Set(heads.flatMap(({ keys }) => keys.map(([, key]) => String(key))));
    return update(owner, now => ({ after: keysIn(now).filter(key => !gone.has(key)) }));
  };
  const run = async (task: Promise<LinkEnd>): Promise<LinkEnd> => {
    setBusy(true);
    return task.finally(() => setBusy(false));
  };
  return { busy, connect: (...choice) => run(connect(...choice)), disconnect: rows => run(disconnect(rows)) };
}
