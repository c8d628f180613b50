/** Values of columns and fields: what the schema says one is decides how it is shown; a value of another record leads there. */
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
import { type ValueKind, valueKind } from '../../../schema/model/valueKind';
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
  /** One line, or all of it. Default 'full'. */
  form?: 'cell' | 'full';
}

/** The value of a column in a row. It uses no hook, so that a cell can call it. */
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

/** Money, or a number that is written as a presentation says. */
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

/** A value that is not of a column: the answer of a query that gives no record. It uses no hook. */
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

/** Kinds that say too little: there the value itself is looked at. */
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

/** Kinds that are shown as a link or with a button of their own. */
const OWN_LINKS: ReadonlySet<string> = new Set(['url', 'imageUrl', 'email']);

/** How a value is shown: as the schema says, and by the value where the schema says no more than "text". */
function shownKind(model: SchemaModel, typeRef: TypeRef, name: string, value: unknown, known?: ValueKind): string {
  const kind = known ?? valueKind(model, typeRef, name);
  if (kind === 'number' && typeof value === 'number' && isYear(name, value)) return 'year';
  return VAGUE.has(kind) ? valueKind(model, typeRef, name, value) : kind;
}

function fieldName(column: Column): string {
  return readStep(column.path.at(-1) ?? '').fieldName;
}

/** Another record, by what names it. */
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
  // A value that is a link or picture of its own cannot stand inside a link; neither can anything that opens.
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

/** Items shown of a list of records. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of an answer keep their order
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

/** How many there are of a list; leads to the list itself. */
function Count({ model, typeName, column, row, links, value }: Omit<FieldValueProps, 'form'> & { value: unknown }): ReactNode {
  const formats = useFormats();
  const tabIndex = useTabStop();
  if (typeof value !== 'number' && typeof value !== 'string') return <Dash />;
  const shown = <span className="numeric">{formats.number(value)}</span>;
  const ref = recordRef(model, typeName, row);
  const [field = ''] = column.path;
  // A count further inside belongs to another record.
  const isOwn = !field.includes(':') && column.relation === null;
  if (!ref || !isOwn || Number(value) === 0) return shown;
  return (
    <a className="cell-count" tabIndex={tabIndex} href={links.toList(ref, field)}>
      {shown}
      <Icon name="chevronEnd" size={12} />
    </a>
  );
}
