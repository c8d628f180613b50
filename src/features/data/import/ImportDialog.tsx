/** Imports records from the rows of a file: read them, match columns to fields, preview, send. An unfinished import survives a reload. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { dataImport } from '../../../i18n/english/data/dataImport';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../i18n/english/form';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { readNumber } from '../../../ui/form/columnNumbers';
import { createDateReader } from '../../../ui/form/writtenDate';
import { Dialog } from '../../../ui/frame/Dialog';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { type RefusedOffers, refusedOffers } from '../change/refusedOffers';
import { creationOf } from '../change/rows/rowActions';
import { useSentWords } from '../change/useSentWords';
import { creatableFields, updateOf } from '../edit/fields/editableField';
import { plainText } from '../edit/readCells';
import { seriesOf } from '../seriesOf';
import { checkImport } from './checkImport';
import { ImportColumns } from './ImportColumns';
import { ImportRun } from './ImportRun';
import { ImportSource } from './ImportSource';
import { createCurrencyReader } from './importAmounts';
import { startImport } from './importJob';
import type { ImportJob } from './importProgress';
import { countStates, type ImportHead, openImport } from './importStore';
import { importTurns } from './importTurns';
import { canCheck, type ImportPlan, importWorld } from './importWorld';
import '../change/change.css';
import '../edit/edit.css';
import './import.css';

/** Props of `ImportDialog`. */
export interface ImportDialogProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  /** `changed` is true when rows may have been sent. */
  onClose: (changed: boolean) => void;
}

/** The current step of the import. */
type Step =
  | { readonly tag: 'loading' }
  | { readonly tag: 'source' }
  | {
      readonly tag: 'columns';
      readonly head: ImportHead;
      readonly sample: readonly (readonly string[])[];
      /** The rows of an import that was started before, by state. */
      readonly counts?: Awaited<ReturnType<typeof countStates>>;
      /** `full`: the browser has no storage space left to begin. */
      readonly start?: 'starting' | 'full';
    }
  | { readonly tag: 'run'; readonly head: ImportHead; readonly job: ImportJob; readonly canCheck: boolean };

function ImportDialog({ session, model, collection, onClose }: ImportDialogProps): ReactNode {
  const text = useText();
  const offers = refusedOffers(session);
  const planOf = usePlan(model, collection.rowType, offers.refuse);
  const { step, store, toColumns, toSource, start, runJob, clear, onReading } = useImportSteps(session, collection.id, planOf);
  const title = text('data.importTitle', { collection: collection.label });
  if (step.tag === 'source')
    return (
      <ImportSource
        title={title}
        store={store}
        onReading={onReading}
        onRead={head => void toColumns(head)}
        onClose={() => onClose(false)}
      />
    );
  if (step.tag === 'columns')
    return (
      <ImportColumns
        title={title}
        head={step.head}
        sample={step.sample}
        counts={step.counts ?? null}
        model={model}
        typeName={collection.rowType}
        planOf={planOf}
        refused={offers.get()}
        onOther={toSource}
        onClose={() => onClose(false)}
        start={step.start ?? null}
        onStart={plan => start(step, { ...step.head, plan })}
      />
    );
  if (step.tag === 'run')
    return (
      <ImportRun
        title={title}
        head={step.head}
        job={step.job}
        store={store}
        onOther={toSource}
        onCheck={step.canCheck ? () => runJob(step.head, checkImport) : null}
        onSend={() => runJob(step.head, startImport)}
        onClose={() => onClose(true)}
        onDone={clear}
      />
    );
  return (
    <Dialog open title={title} onClose={() => onClose(false)}>
      <SkeletonLines lines={4} />
      <p className="quiet import-taken">{text('data.importTaken', { collection: collection.label })}</p>
    </Dialog>
  );
}

/** Returns the plan of an import; null if the API has no such mutation. */
type PlanOf = (plan: NonNullable<ImportHead['plan']>) => ImportPlan | null;

/** The steps of an import for a collection; one of them is open. The import stops when the dialog closes. */
function useImportSteps(session: Session, collection: string, planOf: PlanOf) {
  const [step, setStep] = useState<Step>({ tag: 'loading' });
  const store = useMemo(() => openImport(session.documents, session.documentKey, collection), [session, collection]);
  const toColumns = async (head: ImportHead): Promise<void> =>
    setStep({ tag: 'columns', head, sample: (await store.piece(0))?.rows ?? [] });
  /** Work that must end before another import of the collection may begin. */
  const last = useRef<{ job: ImportJob | null; writing: Promise<unknown>; closed: AbortSignal | null }>({
    job: null,
    writing: Promise.resolve(),
    closed: null,
  });
  const clear = (): void => {
    last.current.writing = store.clear();
  };
  const toSource = (): void => {
    setStep({ tag: 'source' });
    clear();
  };
  const runJob = (head: ImportHead, begin: typeof startImport | typeof checkImport): void => {
    const ready = head.plan === null ? null : planOf(head.plan);
    if (ready === null) return;
    const job: ImportJob = begin(
      store,
      head.count,
      importWorld(ready, () => series()),
    );
    const series = seriesOf(job, ({ phase }) => phase === 'running');
    last.current.job = job;
    importTurns(session).began(collection, job);
    setStep({ tag: 'run', head, job, canCheck: canCheck(ready) });
  };
  const storeAndRun = async (columns: Step & { tag: 'columns' }, head: ImportHead): Promise<void> => {
    const { closed } = last.current;
    setStep({ ...columns, start: 'starting' });
    const isKept = await store.setHead(head);
    // After the dialog is closed, the user could not stop the import, so it must not start.
    if (closed?.aborted) return;
    if (isKept) runJob(head, startImport);
    else setStep({ ...columns, start: 'full' });
  };
  const onReading = (reading: Promise<unknown>): void => {
    last.current.writing = reading;
  };
  const start = (columns: Step & { tag: 'columns' }, head: ImportHead): void => onReading(storeAndRun(columns, head));
  useEffect(() => {
    const closed = new AbortController();
    last.current.closed = closed.signal;
    const turn = importTurns(session).take(collection, closed.signal);
    const begin = async (): Promise<void> => {
      await turn;
      const head = await store.head();
      const sample = head === null ? [] : ((await store.piece(0))?.rows ?? []);
      const counts = head?.plan == null ? {} : { counts: await countStates(store, head.count) };
      if (!closed.signal.aborted)
        setStep(head === null || sample.length === 0 ? { tag: 'source' } : { tag: 'columns', head, sample, ...counts });
    };
    begin().catch(() => undefined);
    return () => {
      closed.abort();
      const { job, writing } = last.current;
      job?.stop();
      // The turn ends even if the job or the last write failed. If the turn was never taken, it does not need to end.
      void Promise.allSettled([turn, job?.ended, writing]).then(([taken]) => {
        if (taken.status === 'fulfilled') taken.value();
      });
    };
  }, [session, collection, store]);
  return { step, store, toColumns, toSource, start, runJob, clear, onReading };
}

/** Creates the plan of an import from the user's choices; null when the API has no such mutation. */
function usePlan(model: SchemaModel, typeName: string, onForbidden: RefusedOffers['refuse']): PlanOf {
  const text = useText();
  const formats = useFormats();
  // Not `useMutation`: an import sends any number of mutations, and continues after the dialog is closed.
  const client = useClient();
  const words = useSentWords();
  return useMemo(() => {
    const choices = createRecordChoices(model, typeName);
    const dates = createDateReader(formats.locale, formats.timeZone);
    const currencyIn = createCurrencyReader(formats.locale);
    return ({ matching, mode, keyColumn, empties = false, separators, money = [] }) => {
      const change = mode === 'create' ? creationOf(model, typeName) : updateOf(model, typeName);
      if (change === null) return null;
      return {
        client,
        model,
        change,
        fields: mode === 'create' ? creatableFields(model, change) : change.fields,
        matching,
        keyColumn: mode === 'create' ? null : keyColumn,
        empties,
        choices,
        amounts: { columns: money, locale: formats.locale, currencyIn },
        plain: (written, kind, column) =>
          plainText(number => readNumber(number, formats.locale, separators?.[column] ?? null).plain, dates)(written, kind),
        words: {
          ...words,
          gone: text('data.editGone'),
          unread: (value, field) =>
            value.trim() === '' ? `${field}: ${text('form.required')}` : text('data.cellUnread', { value, field }),
          onForbidden,
        },
      };
    };
  }, [model, typeName, client, words, text, formats, onForbidden]);
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit, ...dataImport }, form: formTexts }, ImportDialog);
