/** Matches each column of the file to a field and previews the first rows as they would be sent. */
import { type ReactNode, useMemo, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { rowKeys } from '../../../schema/collections/records';
import { type FormField, isFileField } from '../../../schema/forms/formModel';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { readNumber, separatorIn } from '../../../ui/form/columnNumbers';
import { createDateReader, type DateReader } from '../../../ui/form/writtenDate';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { Field, FieldGroup } from '../../../ui/inputs/Field';
import { RadioGroup, Select } from '../../../ui/inputs/Select';
import { creationOf } from '../change/rows/rowActions';
import { AmountHelp } from '../edit/fields/AmountHelp';
import { columnOfField, creatableFields, updateOf } from '../edit/fields/editableField';
import { typedCurrency } from '../edit/fields/minorAmounts';
import { ImportCounts } from './ImportRun';
import { moneyColumns } from './importAmounts';
import type { ImportHead, ImportState } from './importStore';
import { type ImportPlan, readRow, takesName } from './importWorld';
import { matchColumns } from './matchColumns';
import { useMissingNames } from './useMissingNames';

type Plan = NonNullable<ImportHead['plan']>;

/** Props of `ImportColumns`. */
export interface ImportColumnsProps {
  title: string;
  head: ImportHead;
  /** The first rows. */
  sample: readonly (readonly string[])[];
  /** The rows of an import that was started before, by state; null for a new one. */
  counts: Readonly<Record<ImportState, number>> | null;
  model: SchemaModel;
  typeName: string;
  planOf: (plan: Plan) => ImportPlan | null;
  /** Mutations that the account is not allowed to run, with the server's message, by action id. */
  refused: ReadonlyMap<string, string>;
  /** `full`: the browser had no storage space left to begin. */
  start: 'starting' | 'full' | null;
  onStart: (plan: Plan) => void;
  onOther: () => void;
  onClose: () => void;
}

const SHOWN_ROWS = 10;
/** A date in digits that does not begin with the year: the order of its day and month depends on the language. */
const DAY_AND_MONTH = /^\s*\p{N}{1,2}[^\p{L}\p{N}:]+\p{N}{1,2}[^\p{L}\p{N}:]+\p{N}/u;

/** Renders the dialog. */
export function ImportColumns(props: ImportColumnsProps): ReactNode {
  const { title, head, sample, counts, planOf, start, onStart, onOther, onClose } = props;
  const text = useText();
  const formats = useFormats();
  const { plan: chosen, setPlan, begin, fields, canChoose } = usePlan(props);
  const plan = useMemo(() => {
    const bare = head.plan === null ? planOf(chosen) : null;
    return bare === null ? chosen : { ...chosen, money: moneyColumns(bare, sample) };
  }, [head, planOf, chosen, sample]);
  const ready = useMemo(() => planOf(plan), [planOf, plan]);
  const rows = useMemo(() => (ready === null ? [] : sample.map(cells => readRow(ready, cells))), [ready, sample]);
  const read = useMissingNames(ready, rows);
  const wrong = read.filter(row => row.problems.size > 0).length;
  // A currency may come from the amounts.
  const isMissing = ({ name, required }: FormField): boolean =>
    required &&
    !plan.matching.includes(name) &&
    !read.some(({ values }) => [...values.keys()].some(field => field.name === name));
  const missing = plan.mode === 'create' ? fields.filter(isMissing) : [];
  // Rows that are known to be wrong are not sent.
  const count = counts === null ? head.count - wrong : counts.waiting || counts.unknown;
  const isReady =
    plan.matching.some(name => name !== null) &&
    missing.length === 0 &&
    (plan.mode === 'create' || plan.keyColumn !== null) &&
    (count > 0 || counts !== null);
  const match = (at: number, name: string): void =>
    setPlan({
      ...plan,
      matching: plan.matching.map((entry, place) => (place === at ? name || null : entry === name ? null : entry)),
    });
  const unsure = (row: number, at: number): string | null => {
    const field = fields.find(entry => entry.name === plan.matching[at]);
    const written = sample[row]?.[at] ?? '';
    if (field?.control.kind !== 'scalar') return null;
    const { kind } = field.control.scalar;
    const value = read[row]?.values.get(field);
    if (/^(date|dateTime|localDateTime)$/.test(kind) && typeof value === 'string' && DAY_AND_MONTH.test(written))
      return kind === 'date' ? formats.date(value) : formats.dateTime(value);
    if (!/^(float|decimal)$/.test(kind)) return null;
    const { plain, isUnsure } = readNumber(written, formats.locale, plan.separators?.[at] ?? null);
    return isUnsure ? formats.number(Number(plain), { maximumFractionDigits: 3 }) : null;
  };
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={title}
      onClose={onClose}
      onSubmit={() => isReady && start !== 'starting' && onStart(plan)}
      footer={
        <>
          <Button disabled={start === 'starting'} onClick={onOther}>
            {text('data.importOther')}
          </Button>
          <Button type="submit" kind="primary" disabled={!isReady} busy={start === 'starting'}>
            {text(counts === null ? 'data.importStart' : 'data.importOnward', { count })}
          </Button>
        </>
      }
    >
      <div className="import-source">
        {counts === null ? null : <ImportCounts counts={counts} />}
        {canChoose ? <ModeChoice mode={plan.mode} onChange={begin} /> : null}
        {plan.mode === 'update' ? <UpdateChoices head={head} plan={plan} onChange={setPlan} /> : null}
        <Matches
          head={head}
          sample={sample}
          fields={fields}
          plan={plan}
          onMatch={match}
          unit={at => (ready === null ? null : <StoredUnit plan={ready} read={read} at={at} />)}
        />
        {missing.length === 0 ? null : (
          <p className="edit-problem" role="alert">
            {text('data.importMissing', { fields: formats.list(missing.map(field => field.label)) })}
          </p>
        )}
        {wrong === 0 ? null : <p className="edit-problem">{text('data.importProblems', { count: wrong, of: sample.length })}</p>}
        {start === 'full' ? (
          <p className="edit-problem" role="alert">
            {text('data.importFull')}
          </p>
        ) : null}
        <Preview head={head} sample={sample} plan={plan} read={read} unsure={unsure} />
      </div>
    </Dialog>
  );
}

/** The plan of the import, and the fields that its mode offers. `begin` starts again in the other mode. */
function usePlan({ head, sample, model, typeName, planOf, refused }: ImportColumnsProps) {
  const { locale, timeZone } = useFormats();
  const { create, update } = useMemo(() => {
    const creation = creationOf(model, typeName);
    return {
      create: creation === null ? undefined : creatableFields(model, creation).filter(isTyped),
      update: updateOf(model, typeName)?.fields.filter(isTyped),
    };
  }, [model, typeName]);
  const canCreate = create !== undefined && !refused.has(creationOf(model, typeName)?.action.id ?? '');
  const canUpdate = update !== undefined && !refused.has(updateOf(model, typeName)?.action.id ?? '');
  const separators = useMemo(
    () =>
      head.columns.map((_, at) =>
        separatorIn(
          sample.map(row => row[at] ?? ''),
          locale,
        ),
      ),
    [head, sample, locale],
  );
  const firstPlan = (offered: FieldsByMode): Plan => ({
    ...matchedPlan(head, sample, offered, rowKeys(model, typeName), createDateReader(locale, timeZone), planOf),
    separators,
  });
  const [plan, setPlan] = useState<Plan>(() => head.plan ?? firstPlan(canCreate ? { create, update } : { update }));
  const begin = (mode: Plan['mode']): void => setPlan(firstPlan(mode === 'create' ? { create } : { update }));
  const fields = (plan.mode === 'create' ? create : update) ?? [];
  return { plan, setPlan, begin, fields, canChoose: canCreate && canUpdate && head.plan === null };
}

/** False for a field that takes a file, unless it is required: without it the records cannot be created, which the dialog then says. */
const isTyped = (field: FormField): boolean => field.required || !isFileField(field);

/** The fields that can be sent, by mode. */
type FieldsByMode = { readonly [mode in Plan['mode']]?: readonly FormField[] | undefined };

function matchedPlan(
  { columns }: ImportHead,
  sample: readonly (readonly string[])[],
  formFields: FieldsByMode,
  keys: readonly string[],
  dates: DateReader,
  planOf: ImportColumnsProps['planOf'],
): Plan {
  const mode = formFields.create === undefined ? 'update' : 'create';
  const key = mode === 'create' ? -1 : columns.findIndex(name => keys.some(entry => entry.toLowerCase() === name.toLowerCase()));
  const bare = planOf({ matching: [], mode, keyColumn: null });
  const isNamed = (field: FormField): boolean => bare !== null && takesName(bare, field);
  const matching = matchColumns(columns, formFields[mode] ?? [], sample.slice(0, 50), dates, isNamed);
  return { matching: matching.map((name, at) => (at === key ? null : name)), mode, keyColumn: key < 0 ? null : key };
}

/** New records, or changes of existing ones. */
function ModeChoice({ mode, onChange }: { mode: Plan['mode']; onChange: (mode: Plan['mode']) => void }): ReactNode {
  const text = useText();
  return (
    <RadioGroup
      row
      label={text('data.importWhat')}
      value={mode}
      options={[
        { value: 'create', label: text('data.importCreate') },
        { value: 'update', label: text('data.importUpdate') },
      ]}
      onChange={next => onChange(next === 'update' ? 'update' : 'create')}
    />
  );
}

/** The column that identifies the records to change, and the meaning of empty cells. */
function UpdateChoices({ head, plan, onChange }: { head: ImportHead; plan: Plan; onChange: (plan: Plan) => void }): ReactNode {
  const text = useText();
  return (
    <>
      <Field label={text('data.importKey')}>
        {control => (
          <Select
            {...control}
            value={plan.keyColumn === null ? '' : String(plan.keyColumn)}
            disabled={head.plan !== null}
            options={[
              { value: '', label: text('form.choose') },
              ...head.columns.map((name, at) => ({ value: String(at), label: name })),
            ]}
            onChange={value => onChange({ ...plan, keyColumn: value === '' ? null : Number(value) })}
          />
        )}
      </Field>
      <FieldGroup label={text('data.importBlank')}>
        <RadioGroup
          row
          value={plan.empties ? 'empty' : 'leave'}
          disabled={head.plan !== null}
          options={[
            { value: 'leave', label: text('form.leaveUnchanged') },
            { value: 'empty', label: text('data.importBlankEmpty') },
          ]}
          onChange={choice => onChange({ ...plan, empties: choice === 'empty' })}
        />
      </FieldGroup>
    </>
  );
}

function Matches({
  head,
  sample,
  fields,
  plan: { matching, keyColumn },
  onMatch,
  unit,
}: {
  head: ImportHead;
  sample: ImportColumnsProps['sample'];
  fields: readonly FormField[];
  plan: Plan;
  onMatch: (at: number, name: string) => void;
  /** The unit of a column of the file. */
  unit: (at: number) => ReactNode;
}): ReactNode {
  const text = useText();
  return (
    <ul className="import-matches" aria-label={text('data.importColumns')}>
      {head.columns.map((name, at) =>
        at === keyColumn ? null : (
          <li key={name} className="import-match">
            <span className="import-match-name">
              <strong dir="auto">{name}</strong>
              <span className="quiet truncate" dir="auto">
                {sample
                  .slice(0, 3)
                  .map(row => row[at])
                  .join(', ')
                  .slice(0, 80)}
              </span>
              {unit(at)}
            </span>
            <Select
              aria-label={text('data.importInto', { column: name })}
              value={matching[at] ?? ''}
              disabled={head.plan !== null}
              options={[
                { value: '', label: text('data.importLeaveOut') },
                ...fields.map(field => ({ value: field.name, label: field.label })),
              ]}
              onChange={value => onMatch(at, value)}
            />
          </li>
        ),
      )}
    </ul>
  );
}

/** How the amounts of a column are read: as the server stores them, in cents. Nothing for other columns. */
function StoredUnit({
  plan: { model, change, fields, matching },
  read,
  at,
}: {
  plan: ImportPlan;
  read: ReadonlyArray<ReturnType<typeof readRow>>;
  at: number;
}): ReactNode {
  const field = fields.find(entry => entry.name === matching[at]);
  const column = field ? columnOfField(model, change.typeName, field.name) : null;
  if (field === undefined || !column?.format?.digits) return null;
  const values = read.map(row => row.values).find(row => row.get(field) != null);
  const cellOf = (name: string): unknown => [...(values ?? [])].find(([other]) => other.name === name)?.[1];
  const currency = values && typedCurrency(column, name => ({ after: cellOf(name) }), undefined);
  return <AmountHelp column={column} value={cellOf(field.name)} currency={currency} />;
}

function Preview({
  head,
  sample,
  plan: { matching, keyColumn },
  read,
  unsure,
}: {
  head: ImportHead;
  sample: ImportColumnsProps['sample'];
  plan: Plan;
  read: ReadonlyArray<ReturnType<typeof readRow>>;
  /** The number or date that an ambiguous cell is read as; null for any other cell. */
  unsure: (row: number, at: number) => string | null;
}): ReactNode {
  const text = useText();
  const fieldPlaces = [...matching.keys()].filter(at => matching[at] !== null);
  if (fieldPlaces.length === 0) return null;
  // The keys show which records are changed.
  const places = keyColumn === null ? fieldPlaces : [keyColumn, ...fieldPlaces.filter(at => at !== keyColumn)];
  // Rows with problems come first, then those with an ambiguous number or date.
  const rank = (row: number): number =>
    (read[row]?.problems.size ?? 0) > 0 ? 2 : places.some(at => unsure(row, at) !== null) ? 1 : 0;
  const order = [...sample.keys()].toSorted((a, b) => rank(b) - rank(a));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className="import-preview" tabIndex={0} aria-label={text('data.importPreview')}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            {places.map(at => (
              <th key={at} scope="col">
                {head.columns[at]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.slice(0, SHOWN_ROWS).map(row => (
            <tr key={row}>
              <th scope="row">{row + 1}</th>
              {places.map(at => {
                const problem = read[row]?.problems.get(at);
                const meant = problem === undefined ? unsure(row, at) : null;
                return (
                  <td key={at} className={problem === undefined ? undefined : 'edit-problem'} title={problem}>
                    <bdi>{(sample[row]?.[at] ?? '').slice(0, 60)}</bdi>
                    {problem === undefined ? null : <p>{problem}</p>}
                    {meant === null ? null : (
                      <mark>
                        = <bdi>{meant}</bdi>
                      </mark>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
