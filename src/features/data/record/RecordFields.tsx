/** The fields of a record in groups: facts, dates, related records, long texts, and last, technical fields such as ids. */

import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { ShowMore } from '../../../parts/ShowMore';
import { type Column, cellValue, readStep } from '../../../schema/collections/columns/columns';
import type { RecordGroup, RecordLayout } from '../../../schema/collections/recordLayout';
import type { Row } from '../../../schema/documents/documents';
import { readableName } from '../../../schema/model/readableName';
import { fieldOf, type SchemaModel } from '../../../schema/model/schemaModel';
import type { GraphQLFailure } from '../../../transport/observe/failure';
import { SkeletonCell } from '../../../ui/frame/Skeleton';
import { CopyButton } from '../../../ui/text/CopyButton';
import { FieldError } from './FieldError';
import { FieldValue } from './FieldValue';
import type { RecordLinks } from './useRecordLinks';
import { valueError } from './valueError';
import './RecordFields.css';

/** Props of `RecordFields`. */
export interface RecordFieldsProps {
  model: SchemaModel;
  typeName: string;
  layout: RecordLayout;
  /** null: loading; placeholders are shown instead of values. */
  row: Row | null;
  links: RecordLinks;
  /** Level of the group headings: one below the record's own heading. */
  level: 2 | 3;
  /** Errors of the result. The error of a field is shown instead of its value, the error of a list item beside the list. */
  errors?: readonly GraphQLFailure[];
  /** Errors of fields that were left out of later requests, by column id. */
  fieldErrors?: ReadonlyMap<string, GraphQLFailure>;
}

/** Number of fields of a group that are shown at first. */
const MOST_FIELDS = 200;

/** Renders the groups. */
export function RecordFields({
  model,
  typeName,
  layout,
  row,
  links,
  level,
  errors = [],
  fieldErrors,
}: RecordFieldsProps): ReactNode {
  const text = useText();
  const Heading = `h${level}` as const;
  const heads: Readonly<Record<RecordGroup['tag'], string>> = {
    facts: text('data.groupMain'),
    dates: text('data.groupTimes'),
    relations: text('data.groupRelations'),
    parts: text('data.groupOther'),
    texts: text('data.groupTexts'),
    viewer: text('data.groupViewer'),
    keys: text('data.groupTechnical'),
  };
  const groups = layout.groups.flatMap((group): ShownGroup[] =>
    group.tag === 'parts' ? byPart(model, typeName, group.columns) : [{ ...group, id: group.tag, head: heads[group.tag] }],
  );
  return groups.map(group => (
    <section key={group.id} className="record-group" aria-label={group.head}>
      <Heading className="record-group-head" dir="auto">
        {group.head}
      </Heading>
      <ShowMore items={group.columns} first={MOST_FIELDS}>
        {columns => (
          <dl className={group.tag === 'texts' ? 'record-fields record-fields-wide' : 'record-fields'}>
            {columns.map((column, at) => (
              <div key={column.id} className="record-field">
                <dt title={hint(column)} dir="auto">
                  {group.tag === 'parts' ? readableName(readStep(column.path.at(-1) ?? '').fieldName) : column.label}
                </dt>
                <dd>
                  {row === null ? (
                    <SkeletonCell seed={at * 13 + group.tag.length} />
                  ) : (
                    <OneField
                      model={model}
                      typeName={typeName}
                      column={column}
                      row={row}
                      links={links}
                      error={fieldErrors?.get(column.id) ?? valueError(errors, row, column)}
                    />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </ShowMore>
    </section>
  ));
}

interface ShownGroup extends RecordGroup {
  readonly id: string;
  readonly head: string;
}

/** Groups the fields of objects that are not records (a position) under the name of the object. */
function byPart(model: SchemaModel, typeName: string, columns: readonly Column[]): ShownGroup[] {
  const parts = new Map<string, Column[]>();
  for (const column of columns) {
    const [part = ''] = column.path;
    parts.set(part, [...(parts.get(part) ?? []), column]);
  }
  return [...parts].map(([part, held]) => ({
    id: `parts ${part}`,
    tag: 'parts',
    head: fieldOf(model, typeName, part)?.label ?? readableName(readStep(part).fieldName),
    columns: held,
  }));
}

function hint(column: Column): string {
  return [column.path.join('.'), column.description].filter(Boolean).join('\n').slice(0, 1000);
}

function OneField({
  model,
  typeName,
  column,
  row,
  links,
  error,
}: {
  model: SchemaModel;
  typeName: string;
  column: Column;
  row: Row;
  links: RecordLinks;
  error: GraphQLFailure | undefined;
}): ReactNode {
  const text = useText();
  const value = cellValue(row, column);
  if (error && (value === null || value === undefined)) return <FieldError message={error.message} />;
  return (
    <>
      <span className="record-value">
        <FieldValue model={model} typeName={typeName} column={column} row={row} links={links} />
      </span>
      {value === null || value === undefined ? null : (
        <span className="record-copy">
          <CopyButton label={text('data.copyValue')} value={() => rawText(value)} />
        </span>
      )}
      {error ? <FieldError message={error.message} /> : null}
    </>
  );
}

/** The value as the server sent it. */
export function rawText(value: unknown): string {
  return typeof value === 'object' && value !== null ? laidOutJson(value) : String(value);
}
