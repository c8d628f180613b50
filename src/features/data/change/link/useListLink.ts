/**
 * Connects records to a list of another record, and disconnects them. Each change is an edit of the record whose update makes the link
 * (useSendNow.ts).
 */
import { useState } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../../i18n/LanguageProvider';
import { valueAsText } from '../../../../lib/text/valueAsText';
import { cellValue } from '../../../../schema/collections/columns/columns';
import { homeCollection } from '../../../../schema/collections/homeCollection';
import { type RecordRef, recordLookup } from '../../../../schema/collections/records';
import type { Row } from '../../../../schema/documents/documents';
import { toVariables } from '../../../../schema/forms/formValues';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Session } from '../../../../session/connections/session';
import { createRecordChoices, fetchChoices } from '../../../../session/history/recordChoices';
import { keyList, linkedKey } from '../../edit/fields/editableField';
import { isSameInAnyOrder } from '../../edit/fields/isSameValue';
import { headOf, rowHead } from '../../edit/rowHead';
import { newEdit } from '../../edit/sending/newEdit';
import type { RowHead } from '../../edit/sending/stagedRow';
import { tableEdits } from '../../edit/sending/tableEdits';
import { readAgain } from '../../edit/sending/updateWorld';
import { draftsOf } from '../editableFields';
import type { ListLink } from './listLink';
import { type SendEnd, useSendNow } from './useSendNow';

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
 * The end of an attempt. `there`: the record is in the list already. `elsewhere`: nothing was changed, because the record belongs to another
 * one, with the key `from` and the name `other`.
 */
export type LinkEnd =
  | SendEnd
  | { readonly state: 'there' }
  | { readonly state: 'elsewhere'; readonly title: string; readonly from: string; readonly other: string };

/** The functions that change the list. */
export interface ListLinking {
  readonly busy: boolean;
  /** @param leaving the key of the record that it may leave: the user has agreed to that; null: none */
  connect(key: string, leaving: string | null): Promise<LinkEnd>;
  disconnect(rows: readonly Row[]): Promise<LinkEnd>;
}

/** Changes one list. */
export function useListLink({ session, model, link, rowType, within, row }: LinkedList): ListLinking {
  const text = useText();
  // Not `useMutation`: the record is read before its change is staged.
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const { change, place, side } = link;
  const { name } = place.field;
  const collection = homeCollection(model, change.typeName)?.id ?? change.typeName;
  const sendEdits = useSendNow(session, model, collection);
  const { staged } = tableEdits(session, collection);
  const owner = headOf(model, within, row);
  const failed = (message: string): LinkEnd => ({ state: 'failed', message });
  const read = (head: RowHead) => readAgain(client, model, change, head.keys, [name], text('data.editGone'));
  const valueIn = (record: Row): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);
  /** Reads a record and sends its new value. `next` returns an end if there is nothing to send. */
  const update = async (head: RowHead, next: (now: unknown, fresh: Row) => { after: unknown } | LinkEnd): Promise<LinkEnd> => {
    const reading = await read(head);
    if ('failed' in reading) return failed(reading.failed);
    const fresh = reading.row;
    const before = valueIn(fresh);
    // Sent without the keys that it has, a list would lose them.
    const isKnown =
      side === 'owner'
        ? Array.isArray(before) && keyList(before) !== undefined
        : before === null || keyList([before]) !== undefined;
    if (!isKnown) return failed(text('data.editMissing', { fields: place.column.label }));
    const waiting = staged.edit(head.id, place.column.id);
    // Further keys are added to those that are not sent yet.
    const now = side === 'owner' && waiting !== undefined ? waiting.after : before;
    const wanted = next(now, fresh);
    // Sending the change that waits removes it from the changes, also if the record has it already.
    const isEnd = 'state' in wanted && !(wanted.state === 'there' && waiting !== undefined);
    if (isEnd) return wanted;
    const after = 'after' in wanted ? wanted.after : now;
    const end = await sendEdits([[head, newEdit(place, { row: fresh, before, after, name: nameOf(after) })]]);
    return end.state === 'done' && !(await holds(head, after)) ? failed(text('data.sendUnproven')) : end;
  };
  /** True if the record has the value now: a response may not contain it, and some servers ignore a list. */
  const holds = async (head: RowHead, after: unknown): Promise<boolean> => {
    const reading = await read(head);
    return !('failed' in reading) && isSameInAnyOrder(valueIn(reading.row), after);
  };
  /** In the list of changes, the link of a record has the name of the record with the list. */
  const nameOf = (value: unknown): string | undefined => (side === 'item' && value !== null ? owner.title : undefined);
  const keysIn = (now: unknown): readonly string[] => (Array.isArray(now) ? now.map(String) : []);
  const ownKey = (): unknown => {
    const key = linkedKey(model, within.typeName, place.field, row) ?? Object.values(within.keys)[0];
    const { variables } = toVariables([place.field], draftsOf([place.field], Object.fromEntries([[name, key]])));
    return Object.hasOwn(variables, name) ? variables[name] : key;
  };
  const connect: ListLinking['connect'] = async (key, leaving) => {
    if (side === 'owner')
      return update(owner, (now, fresh) => {
        const keys = keysIn(now);
        // A key that is not sent yet is not in the list.
        if (keysIn(fresh[name]).includes(key) && keys.includes(key)) return { state: 'there' };
        return { after: [...new Set([...keys, key])] };
      });
    const column = recordLookup(model, rowType)?.keys[0]?.column ?? 'id';
    const question = createRecordChoices(model, rowType)(link.choice, [link.choice.name])?.name(key);
    const title = (question && (await fetchChoices(client, question))) ?? key;
    const item = { ...headOf(model, { typeName: rowType, keys: Object.fromEntries([[column, key]]) }, {}), title };
    return update(item, (now, fresh) => {
      const after = ownKey();
      if (now !== null && String(now) === String(after)) return { state: 'there' };
      if (now === null || String(now) === leaving) return { after };
      return { state: 'elsewhere', title, from: String(now), other: valueAsText(cellValue(fresh, place.column) ?? now) };
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
    return update(owner, now => {
      const keys = keysIn(now);
      const after = keys.filter(key => !gone.has(key));
      // The API may have returned only the first records of the list.
      return after.length === keys.length - gone.size ? { after } : failed(text('data.editGone'));
    });
  };
  const run = async (task: Promise<LinkEnd>): Promise<LinkEnd> => {
    setBusy(true);
    return task.finally(() => setBusy(false));
  };
  return { busy, connect: (...choice) => run(connect(...choice)), disconnect: rows => run(disconnect(rows)) };
}
