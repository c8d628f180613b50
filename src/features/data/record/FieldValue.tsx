/** Renders the values of columns and fields. The schema type decides the form; a value that belongs to another record links to it. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { type Column, cellValue, readStep, relatedValue } from '../../../schema/collections/columns/columns';
import { recordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import {
  enumWords,
  type FigureFormat,
  isList,
  itemType,
  type SchemaModel,
  type TypeRef,
  typeLabel,
} from '../../../schema/model/schemaModel';
import { isIdName, type ValueKind, valueKind } from '../../../schema/model/valueKind';
import { isYear } from '../../../schema/presentation/isYear';
import { useTabStop } from '../../../ui/table/useTabStop';
import { Value } from '../../../ui/table/Value';
import { Icon } from '../../../ui/text/Icon';
import { Dash } from '../../../ui/text/Pill';
import type { RecordLinks } from './useRecordLinks';

/** Props of `FieldValue`. */
export interface FieldValueProps {
  model: SchemaModel;
  /** Type of the row. */
  typeName: string;
  column: Column;
  row: Row;
  links: RecordLinks;
  /** `cell` is a single line, `full` the whole value. Default 'full'. */
  form?: 'cell' | 'full';
}

/** The value of a column in a row. It uses no hooks, so that a cell can call it as a function. */
export function FieldValue({ model, typeName, column, row, links, form = 'full' }: FieldValueProps): ReactNode {
  const value = cellValue(row, column);
  if ((column.currency ?? column.format) && (typeof value === 'string' || typeof value === 'number')) {
    const currency = column.currency && cellValue(row, { keys: column.currency.keys, otherKeys: [] });
    return <Amount value={value} currency={currency} format={column.format} />;
  }
  if (column.kind === 'count')
    return <Count model={model} typeName={typeName} column={column} row={row} links={links} value={value} />;
  if (column.relation) {
    const related = relatedValue(row, column);
    if (Array.isArray(related))
      return <RelatedList model={model} column={column} records={related} values={value} links={links} form={form} />;
    return <Related model={model} column={column} record={related} value={value} links={links} form={form} />;
  }
  return PlainValue({
    model,
    typeRef: column.typeRef,
    name: fieldName(column),
    value,
    kind: column.kind,
    base: links.base,
    form,
  });
}

/** An amount of money, or a number in the format of its presentation. */
function Amount({
  value,
  currency,
  format,
}: {
  value: string | number;
  currency: unknown;
  format: FigureFormat | undefined;
}): ReactNode {
  const formats = useFormats();
  return (
    <span className="numeric">
      {format
        ? format.text(value, formats, currency)
        : typeof currency === 'string'
          ? formats.money(value, currency)
          : formats.number(value)}
    </span>
  );
}

/** A value without a column: the result of a query that returns no record. It uses no hooks. */
export function PlainValue({
  model,
  typeRef,
  name,
  value,
  kind,
  base,
  form = 'full',
}: {
  model: SchemaModel;
  typeRef: TypeRef;
  name: string;
  value: unknown;
  kind?: ValueKind;
  base?: string | undefined;
  form?: 'cell' | 'full';
}): ReactNode {
  const based = base === undefined ? {} : { base };
  const item = isList(typeRef) ? itemType(typeRef) : null;
  if (Array.isArray(value))
    return (
      <Value
        value={value}
        kind="list"
        form={form}
        {...enumWords(model, item ?? typeRef)}
        {...(item ? { itemKind: item.kind === 'list' ? 'json' : shownKind(model, item, name, value[0]) } : {})}
        {...based}
      />
    );
  return (
    <Value
      value={value}
      kind={shownKind(model, typeRef, name, value, kind)}
      form={form}
      {...enumWords(model, typeRef)}
      {...based}
    />
  );
}

/** Kinds that are too general: for these, the value itself is examined. */
const VAGUE: ReadonlySet<ValueKind> = new Set([
  'text',
  'longText',
  'unknown',
  'list',
  'object',
  'date',
  'time',
  'dateTime',
  'localDateTime',
]);

/** Kinds that are shown as a link or that have their own button. */
const OWN_LINKS: ReadonlySet<string> = new Set(['url', 'imageUrl', 'email']);

/** The kind that decides how a value is shown: the kind from the schema or, if that is too general, the kind of the value. */
function shownKind(model: SchemaModel, typeRef: TypeRef, name: string, value: unknown, known?: ValueKind): string {
  const kind = known ?? valueKind(model, typeRef, name);
  if (kind === 'number' && typeof value === 'number' && isYear(name, value)) return 'year';
  if ((kind === 'number' || kind === 'bigInt') && isIdName(name)) return 'id';
  return VAGUE.has(kind) ? valueKind(model, typeRef, name, value) : kind;
}

function fieldName(column: Column): string {
  return readStep(column.path.at(-1) ?? '').fieldName;
}

/** Another record, shown by its display field. */
function Related({
  model,
  column,
  record,
  value,
  links,
  form,
}: {
  model: SchemaModel;
  column: Column;
  record: unknown;
  value: unknown;
  links: RecordLinks;
  form: 'cell' | 'full';
}): ReactNode {
  const text = useText();
  const tabIndex = useTabStop();
  if (record === null || record === undefined) return <Dash />;
  const ref = recordRef(model, column.relation?.typeName ?? '', record);
  const shown =
    value === null || value === undefined ? (
      typeLabel(model, ref?.typeName ?? column.relation?.typeName ?? '')
    ) : (
      <PlainValue model={model} typeRef={column.typeRef} name={fieldName(column)} value={value} base={links.base} form="cell" />
    );
  // A value that is itself a link or an image must not be inside a link; neither must anything that opens.
  const isOwnLink = typeof value === 'string' && OWN_LINKS.has(shownKind(model, column.typeRef, fieldName(column), value));
  if (!ref || isOwnLink) return form === 'full' ? <span>{shown}</span> : shown;
  const label =
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : typeLabel(model, ref.typeName);
  return (
    <a className="cell-link truncate" tabIndex={tabIndex} href={links.to(ref)} title={text('data.follow', { record: label })}>
      {shown}
    </a>
  );
}

/** Maximum number of items shown of a list of records, in a cell and on a page. */
const IN_CELL = 3;
const ON_PAGE = 20;

function RelatedList({
  model,
  column,
  records,
  values,
  links,
  form,
}: {
  model: SchemaModel;
  column: Column;
  records: readonly unknown[];
  values: unknown;
  links: RecordLinks;
  form: 'cell' | 'full';
}): ReactNode {
  const formats = useFormats();
  if (records.length === 0) return <Dash />;
  const most = form === 'cell' ? IN_CELL : ON_PAGE;
  const list: readonly unknown[] = Array.isArray(values) ? values : [];
  return (
    <span className={form === 'cell' ? 'cell-list' : 'record-links'}>
      {records.slice(0, most).map((record, at) => (
        <Related
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a result keep their order
          key={at}
          model={model}
          column={column}
          record={record}
          value={list[at]}
          links={links}
          form="cell"
        />
      ))}
      {records.length > most ? <span className="cell-more">+{formats.number(records.length - most)}</span> : null}
    </span>
  );
}

/** The length of a list, as a link to the list. */
function Count({ model, typeName, column, row, links, value }: Omit<FieldValueProps, 'form'> & { value: unknown }): ReactNode {
  const formats = useFormats();
  const tabIndex = useTabStop();
  if (typeof value !== 'number' && typeof value !== 'string') return <Dash />;
  const shown = <span className="numeric">{formats.number(value)}</span>;
  const ref = recordRef(model, typeName, row);
  const [field = ''] = column.path;
  // A count of a nested object belongs to another record.
  const isOwn = !field.includes(':') && column.relation === null;
  if (!ref || !isOwn || Number(value) === 0) return shown;
  return (
    <a className="cell-count" tabIndex={tabIndex} href={links.toList(ref, field)}>
      {shown}
      <Icon name="chevronEnd" size={12} />
    </a>
  );
}
