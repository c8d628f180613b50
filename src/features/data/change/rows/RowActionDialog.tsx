/**
 * An action on one or more rows: its arguments except the key are filled in once for all rows. A deletion is confirmed by the record's
 * name, or by the number of records if there are many. Each row gets its own result.
 */

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { dataEdit } from '../../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../../i18n/english/form';
import { useText } from '../../../../i18n/LanguageProvider';
import { inSentence } from '../../../../lib/text/inSentence';
import { DraftForm, focusFirstProblem } from '../../../../parts/form/DraftForm';
import { cellValue } from '../../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../../schema/collections/columns/defaultColumns';
import { type Drafts, toVariables } from '../../../../schema/forms/formValues';
import { type SchemaModel, typeLabel } from '../../../../schema/model/schemaModel';
import type { Row } from '../../../../schema/mutations/changeRequest';
import { createRecordChoices } from '../../../../session/history/recordChoices';
import { Dialog } from '../../../../ui/frame/Dialog';
import { Button } from '../../../../ui/inputs/Button';
import { Field } from '../../../../ui/inputs/Field';
import { TextInput } from '../../../../ui/inputs/TextInput';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { EditedValue, plainText } from '../../edit/fields/EditedValue';
import { currencyOf } from '../../edit/fields/minorAmounts';
import { lostParts } from '../editableFields';
import { RunningJob } from './RunningJob';
import { creationOf } from './rowActions';
import type { RowJob } from './rowJob';
import { type RowActionRunOptions, useRowActionRun } from './useRowActionRun';
import '../../edit/edit.css';
import '../change.css';

/** To delete more rows than this, the user must type their number. */
const MOST_UNCOUNTED = 10;
const MOST_NAMED = 20;

function RowActionDialog(props: RowActionRunOptions): ReactNode {
  const { model, typeName, rowAction, rows, onClose } = props;
  const { action, fields, isDelete, update } = rowAction;
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const [job, setJob] = useState<RowJob | null>(null);
  const run = useRowActionRun(props, job, setJob);
  const read = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  const choices = useMemo(() => createRecordChoices(model, typeName), [model, typeName]);
  const isLoss = isDelete || action.danger;
  const mustCount = isLoss && rows.length > MOST_UNCOUNTED;
  const isCounted = !mustCount || typed.trim() === String(rows.length);
  const type = inSentence(typeLabel(model, typeName));
  const [only] = rows;
  const submit = (): void => {
    setAttempted(true);
    if (read.problems.length > 0) requestAnimationFrame(() => focusFirstProblem(box.current));
    else if (isCounted) run(rows, read.variables);
  };
  const title =
    rows.length === 1 && only !== undefined
      ? text(isDelete ? 'data.deleteTitle' : 'data.runTitleOne', { record: only.title, action: action.label })
      : text('data.runTitle', { action: action.label, count: rows.length });
  if (job !== null) return <RunningJob {...props} job={job} title={title} run={run} values={read.variables} />;
  return (
    <Dialog
      open
      size={fields.length > 0 ? 'large' : 'small'}
      keepOpen
      title={title}
      onClose={() => onClose([])}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onClose([])} {...(isLoss ? { 'data-autofocus': true } : {})}>
            {/* Beside an action named "Cancel visit", a button "Cancel" would be ambiguous. */}
            {isLoss ? (rows.length === 1 ? text('data.keepOne', { type }) : text('data.keepAll')) : text('ui.cancel')}
          </Button>
          <Button type="submit" kind={isLoss ? 'danger' : 'primary'} disabled={!isCounted}>
            {rows.length === 1 ? action.label : text('data.runTitle', { action: action.label, count: rows.length })}
          </Button>
        </>
      }
    >
      <div ref={box} className="record-editor">
        {rows.length === 1 && only !== undefined ? (
          <Facts model={model} typeName={typeName} row={only.row} />
        ) : (
          <p className="quiet" dir="auto">
            {rows
              .slice(0, MOST_NAMED)
              .map(row => row.title)
              .join(', ')}
            {rows.length > MOST_NAMED ? ` +${rows.length - MOST_NAMED}` : ''}
          </p>
        )}
        {isDelete ? <UndoWords {...props} /> : null}
        {fields.length > 0 ? (
          <DraftForm
            label={title}
            fields={fields}
            drafts={drafts}
            problems={read.problems}
            attempted={attempted}
            onChange={setDrafts}
            choices={choices}
            {...(update ? { absent: text('form.leaveUnchanged') } : {})}
          />
        ) : null}
        {mustCount ? (
          <Field label={text('data.typeCount', { count: rows.length })} required>
            {control => <TextInput {...control} className="change-count" inputMode="numeric" value={typed} onChange={setTyped} />}
          </Field>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Explains whether the deletion can be undone, and which lists and files of the records are lost in any case. */
function UndoWords({ model, typeName, rows }: RowActionRunOptions): ReactNode {
  const text = useText();
  const creation = creationOf(model, typeName);
  if (creation === null) return <p>{text('data.deleteNoUndo')}</p>;
  const lost = [...new Set(rows.flatMap(({ row, isUnread }) => (isUnread ? [] : lostParts(model, creation, row))))];
  return (
    <>
      <p>{text('data.deleteUndo')}</p>
      {lost.length === 0 ? null : (
        <p>
          <bdi>{lost.join(', ')}</bdi>: {text('data.deleteNoUndo')}
        </p>
      )}
    </>
  );
}

/** Facts that identify the record: its first values. */
function Facts({ model, typeName, row }: { model: SchemaModel; typeName: string; row: Row }): ReactNode {
  const identifying = defaultColumns(model, typeName).filter(column => {
    const value = cellValue(row, column);
    return value !== undefined && value !== null && plainText(value) !== '';
  });
  return (
    <dl className="record-facts-short">
      {identifying.slice(0, 5).map(column => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>
            <EditedValue model={model} column={column} value={cellValue(row, column)} currency={currencyOf(column, row)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, RowActionDialog);
