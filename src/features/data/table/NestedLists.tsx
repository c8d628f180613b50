/** The lists of a record. Each is collapsed until it is opened, and has its own pages. The URL stores which ones are expanded. */

import { type ReactNode, useId } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { cellValue } from '../../../schema/collections/columns/columns';
import type { RecordLayout } from '../../../schema/collections/recordLayout';
import type { GraphQLFailure } from '../../../transport/observe/failure';
import { Icon } from '../../../ui/text/Icon';
import type { NestedRef } from '../dataAddress';
import { FieldError } from '../record/FieldError';
import { valueError } from '../record/valueError';
import { NestedList, type NestedListProps } from './NestedList';
import './NestedLists.css';

/** Props of `NestedLists`. */
export interface NestedListsProps extends Omit<NestedListProps, 'list' | 'page' | 'onPage'> {
  layout: RecordLayout;
  /** Expanded lists; null: the default. */
  nested: readonly NestedRef[] | null;
  /** Level of the lists' headings: one below the record's own heading. */
  level: 2 | 3;
  /** Lists that are expanded when the URL does not say which. */
  first: readonly NestedRef[];
  /** Errors of the record's result. The error of a list's total is shown at its heading. */
  errors: readonly GraphQLFailure[];
  /** Errors of totals that later requests left out, by column id. */
  fieldErrors?: ReadonlyMap<string, GraphQLFailure> | undefined;
  onChange: (nested: readonly NestedRef[]) => void;
}

/** Renders the lists. */
export function NestedLists(props: NestedListsProps): ReactNode {
  const { layout, row, nested, level, first, errors, fieldErrors, onChange } = props;
  const Heading = `h${level}` as const;
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const open = nested ?? first;
  if (layout.lists.length === 0) return null;
  return layout.lists.map(list => {
    const field = list.field.name;
    const at = open.find(entry => entry.field === field);
    const column = layout.counts.get(field);
    const count = column ? cellValue(row, column) : undefined;
    const error = column && (fieldErrors?.get(column.id) ?? valueError(errors, row, column));
    const toggle = (): void => onChange(at ? open.filter(entry => entry !== at) : [...open, { field, page: null }]);
    return (
      <section key={list.id} className="nested" aria-labelledby={`${id}-${field}`}>
        <Heading className="nested-head">
          <button
            type="button"
            id={`${id}-${field}`}
            className="nested-button"
            aria-expanded={at !== undefined}
            title={[field, list.description].filter(Boolean).join('\n').slice(0, 1000)}
            onClick={toggle}
          >
            <Icon name={at ? 'chevronDown' : 'chevronEnd'} />
            <span dir="auto">{list.label}</span>
            {typeof count === 'number' || typeof count === 'string' ? (
              <span className="nested-count" title={text('data.rowsAll', { count: Number(count) })}>
                {formats.number(count)}
              </span>
            ) : null}
          </button>
          {error ? <FieldError message={error.message} /> : null}
        </Heading>
        {at ? (
          <NestedList
            {...props}
            list={list}
            page={at.page}
            onPage={page => onChange(open.map(entry => (entry === at ? { field, page } : entry)))}
          />
        ) : null}
      </section>
    );
  });
}
