/** Dialog for exporting the rows of a table: choice of rows, columns and format, then the progress. Loaded when it is first opened. */
import { type ReactNode, useEffect, useState } from 'react';
import { useClient } from 'urql';
import type { Formats } from '../../../i18n/formats';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Text } from '../../../i18n/language';
import { FailureState } from '../../../parts/FailureState';
import type { Collection } from '../../../schema/collections/collections';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Page } from '../../../schema/collections/paging/page';
import { MOST_ROWS, type Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { wireLinks } from '../../../session/wire/wireLogLinks';
import { failureOf } from '../../../transport/observe/failure';
import { Dialog } from '../../../ui/frame/Dialog';
import { ProgressBar } from '../../../ui/frame/ProgressBar';
import { Button } from '../../../ui/inputs/Button';
import { FieldGroup } from '../../../ui/inputs/Field';
import { Checkbox, type Option, RadioGroup } from '../../../ui/inputs/Select';
import { Icon } from '../../../ui/text/Icon';
import { useReadable } from '../../../ui/useReadable';
import type { CollectionPage } from '../table/paging/useCollectionPage';
import { storedLabel } from '../table/selection/tabSeparated';
import { beginExport, type RunningExport } from './beginExport';
import type { ExportColumn, ExportFormat } from './exportFormat';
import { shownValue } from './shownValue';
import type { ExportControl } from './useExport';
import './ExportDialog.css';

/** Props of `ExportDialog`. */
export interface ExportDialogProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  columns: readonly Column[];
  result: CollectionPage;
  /** The selected rows of all pages. */
  selected: readonly Row[];
  control: ExportControl;
  onClose: () => void;
}

type Which = 'selected' | 'page' | 'all';

/** Shows the form until the export starts, then its progress. */
export function ExportDialog(props: ExportDialogProps): ReactNode {
  const { control } = props;
  useEffect(() => {
    control.setOpen(true);
    return () => control.setOpen(false);
  }, [control.setOpen]);
  return control.running ? <ExportProgress {...props} running={control.running} /> : <ExportForm {...props} />;
}

function ExportForm({ model, collection, columns, result, selected, control, onClose }: ExportDialogProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  // Not `useQuery`: an export requests any number of pages, one after the other, and keeps none of their results.
  const client = useClient();
  const page = result.value;
  const isWhole = page !== null && isOnlyPage(page);
  const [which, setWhich] = useState<Which>(selected.length > 0 ? 'selected' : isWhole ? 'page' : 'all');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [forSpreadsheets, setForSpreadsheets] = useState(true);
  const [isAsShown, setAsShown] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const rows = rowOptions(page, selected.length, text, formats);
  const start = async (): Promise<void> => {
    const here = which === 'all' ? null : which === 'selected' ? selected : (page?.rows ?? []);
    setTrouble(null);
    try {
      const running = await beginExport(
        client,
        {
          format,
          forSpreadsheets: format === 'csv' && forSpreadsheets,
          columns: columns.map((column): ExportColumn => {
            const id = column.path.join('.');
            return format === 'csv' && isAsShown
              ? { id, label: column.label, read: row => shownValue(model, column, row as Row, formats, text) }
              : { id, label: storedLabel(column), read: row => cellValue(row, column) };
          }),
          rows: here,
          total: here ? here.length : (page?.total ?? null),
          label: collection.label,
        },
        at => result.prepare(at, MOST_ROWS),
      );
      if (running) control.watch(running);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('data.exportTitle', { collection: collection.label })}
      size="small"
      onSubmit={() => void start()}
      footer={
        <>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
          <Button kind="primary" icon="download" type="submit">
            {text('data.exportStart')}
          </Button>
        </>
      }
    >
      <div className="export-form">
        <FieldGroup label={text('data.exportWhat')}>
          <RadioGroup label={text('data.exportWhat')} value={which} options={rows} onChange={setWhich} />
        </FieldGroup>
        <FieldGroup label={text('data.exportFormat')}>
          <RadioGroup
            label={text('data.exportFormat')}
            value={format}
            options={[
              { value: 'csv', label: text('data.exportCsv'), help: text('data.exportCsvHelp') },
              { value: 'json', label: text('data.exportJson'), help: text('data.exportJsonHelp') },
              { value: 'ndjson', label: text('data.exportNdjson'), help: text('data.exportNdjsonHelp') },
            ]}
            onChange={setFormat}
          />
        </FieldGroup>
        {format === 'csv' ? (
          <>
            <Checkbox
              label={text('data.exportForSpreadsheets')}
              help={text('data.exportForSpreadsheetsHelp')}
              checked={forSpreadsheets}
              onChange={setForSpreadsheets}
            />
            <Checkbox label={text('data.exportAsShown')} checked={isAsShown} onChange={setAsShown} />
          </>
        ) : null}
        {format === 'csv' && isAsShown ? null : <p className="quiet">{text('data.exportColumnsNote')}</p>}
        {trouble ? (
          <p className="field-error" role="alert">
            <Icon name="error" size={14} />
            <span>{text('data.exportNotWritten', { reason: trouble })}</span>
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

const isOnlyPage = ({ next, previous, start }: Page): boolean => next === null && previous === null && start === 0;

/** The rows that can be exported. */
function rowOptions(page: Page | null, selected: number, text: Text, formats: Formats): Option<Which>[] {
  const isWhole = page !== null && isOnlyPage(page);
  const onPage = formats.number(page?.rows.length ?? 0);
  const options: Option<Which>[] = [
    { value: 'page', label: text(isWhole ? 'data.exportAllOf' : 'data.exportPage', { count: onPage }) },
  ];
  if (selected > 0)
    options.unshift({ value: 'selected', label: text('data.exportSelected', { count: formats.number(selected) }) });
  if (!isWhole)
    options.push({
      value: 'all',
      label: page?.total == null ? text('data.exportAll') : text('data.exportAllOf', { count: formats.number(page.total) }),
    });
  return options;
}

function ExportProgress({
  session,
  collection,
  control,
  running,
  onClose,
}: ExportDialogProps & { running: RunningExport }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { job, total, fileName } = running;
  const state = useReadable(job.state);
  const { status, rows } = state;
  const isOver = status === 'finished' || status === 'cancelled';
  const leave = (): void => {
    if (isOver) control.forget();
    onClose();
  };
  const cancel = (): void => {
    job.cancel();
    control.forget();
    onClose();
  };
  const words =
    status === 'finished'
      ? text('data.exportFinished', { rows, size: formats.bytes(state.length) })
      : status === 'paused'
        ? text('data.exportPaused', { rows })
        : status === 'failed'
          ? text('data.exportFailed', { rows })
          : total === null
            ? text('data.exportRunning', { rows })
            : text('data.exportRunningOf', { rows: formats.number(rows), total: formats.number(total) });
  return (
    <Dialog
      open
      onClose={leave}
      keepOpen
      title={text('data.exportTitle', { collection: collection.label })}
      size="small"
      footer={
        isOver ? (
          <Button kind="primary" onClick={leave}>
            {text('ui.close')}
          </Button>
        ) : (
          <>
            <Button onClick={cancel}>{text('data.exportCancel')}</Button>
            {status === 'running' ? (
              <Button icon="pause" onClick={job.pause}>
                {text('data.exportPause')}
              </Button>
            ) : (
              <Button kind="primary" icon="play" onClick={job.resume}>
                {text('data.exportResume')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="export-progress">
        <p className="truncate" dir="auto" title={fileName}>
          {fileName}
        </p>
        <ProgressBar
          share={status === 'finished' ? 1 : total === null ? null : total === 0 ? 1 : rows / total}
          label={text('data.exportTitle', { collection: collection.label })}
        />
        <p className="numeric-words" aria-live="polite">
          {words}
        </p>
        {status === 'failed' ? (
          <FailureState
            failure={failureOf(state.error)}
            endpoint={session.connection.httpEndpoint}
            onSignIn={session.token.ask}
            wireHref={wireLinks.failed()}
            inline
          />
        ) : !isOver ? (
          <p className="quiet">{text('data.exportGoesOn')}</p>
        ) : null}
      </div>
    </Dialog>
  );
}
