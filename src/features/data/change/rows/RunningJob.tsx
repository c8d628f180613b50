/** The dialog of a running or finished action on rows: the result of each row, and the possible next steps. */
import type { ReactNode } from 'react';
import { useText } from '../../../../i18n/LanguageProvider';
import { Dialog } from '../../../../ui/frame/Dialog';
import { Button } from '../../../../ui/inputs/Button';
import { saveFile } from '../../../../ui/saveFile';
import { useReadable } from '../../../../ui/useReadable';
import { useFocusFallback } from '../../edit/review/useFocusFallback';
import { tableEdits } from '../../edit/sending/tableEdits';
import { undoEntries } from '../../edit/sending/undoEntries';
import { JobControls, RowResults } from './RowResults';
import { creationOf } from './rowActions';
import type { JobState, RowEnd, RowJob } from './rowJob';
import { checkedRef, type RowActionRunOptions, type Run } from './useRowActionRun';

interface RunningJobProps extends RowActionRunOptions {
  job: RowJob;
  title: string;
  run: Run;
  values: Readonly<Record<string, unknown>>;
}

/** Renders the dialog. */
export function RunningJob(props: RunningJobProps): ReactNode {
  const { job, title, run, rows, values, session, model, collection, typeName, rowAction, onClose } = props;
  const text = useText();
  const state = useReadable(job);
  const close = useFocusFallback();
  const idsOf = (wanted: JobState): readonly string[] => state.rows.flatMap(row => (row.state === wanted ? [row.id] : []));
  const [sent, open, unknown] = [idsOf('sent'), idsOf('notSent'), idsOf('unknown')];
  const canCheck = rows.some(({ id, row }) => unknown.includes(id) && checkedRef(model, typeName, rowAction, row) !== null);
  /** Goes on with some of the rows; the outcomes of the others stay in the list. */
  const goOn = (ids: readonly string[], isCheck: boolean): void => {
    const others = state.rows.filter(({ id }) => !ids.includes(id));
    run(rows, values, { ends: new Map(others.map(row => [row.id, row as RowEnd])), isCheck });
  };
  const isEnded = state.phase === 'ended';
  const canUndo = isEnded && sent.length > 0 && rowAction.isDelete && creationOf(model, typeName) !== null;
  const undo = (): void => {
    const deletions = tableEdits(session, collection)
      .log.get()
      .filter(({ row, kind, undone }) => kind === 'delete' && !undone && sent.includes(row));
    onClose(sent);
    if (deletions.length > 0) undoEntries(session, collection, deletions);
  };
  const save = (): void =>
    saveFile('results.json', 'application/json', [
      JSON.stringify(
        state.rows.map(({ id, title: name, state: result, message }) => ({ id, name, result, message })),
        null,
        2,
      ),
    ]);
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={title}
      onClose={() => (isEnded ? onClose(sent) : job.stop())}
      footer={
        isEnded ? (
          <>
            <Button onClick={save}>{text('data.saveReport')}</Button>
            {canCheck ? <Button onClick={() => goOn(unknown, true)}>{text('data.checkUnknown')}</Button> : null}
            {open.length > 0 ? (
              <Button onClick={() => goOn(open, false)}>{text('data.sendRest', { count: open.length })}</Button>
            ) : null}
            {canUndo ? <Button onClick={undo}>{text('data.changeUndo')}</Button> : null}
            <Button ref={close} kind="primary" onClick={() => onClose(sent)}>
              {text('ui.close')}
            </Button>
          </>
        ) : (
          <JobControls job={job} />
        )
      }
    >
      <RowResults job={job} />
    </Dialog>
  );
}
