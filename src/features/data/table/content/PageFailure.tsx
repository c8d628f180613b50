/** A failed page. If the cells of the table show all its errors, there is only a short notice above the rows. */
import type { ReactNode } from 'react';
import { FailureState } from '../../../../parts/FailureState';
import { failureProps } from '../../../../parts/failureProps';
import type { Column } from '../../../../schema/collections/columns/columns';
import type { Page } from '../../../../schema/collections/paging/page';
import type { Session } from '../../../../session/connections/session';
import type { Failure, GraphQLFailure } from '../../../../transport/observe/failure';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { areErrorsShown } from '../../areErrorsShown';
import { cellError, errorsOf, rowOfError } from '../../fieldErrors';
import type { CollectionPage } from '../paging/useCollectionPage';

/** Props of `PageFailure`. */
export interface PageFailureProps {
  session: Session;
  result: CollectionPage;
  failure: Failure;
  /** The columns whose cells show errors; [] if the rows are not shown as a table. */
  columns: readonly Column[];
}

/** Renders the failure. */
export function PageFailure({ session, result, failure, columns }: PageFailureProps): ReactNode {
  const { value: page, isOld } = result;
  const failing = page !== null && !isOld ? columns.filter(column => cellsOf(errorsOf(failure), page, column).length > 0) : [];
  const isInCells =
    page?.missing === 0 && areErrorsShown(errorsOf(failure), error => failing.flatMap(column => cellsOf([error], page, column)));
  return (
    <FailureState
      {...failureProps(session, failure, result)}
      {...(isInCells ? { inline: 'brief', fields: failing.map(({ label }) => label) } : { inline: page !== null })}
    />
  );
}

/** The names of the column's cells that show errors. */
function cellsOf(errors: readonly GraphQLFailure[], { rows }: Page, column: Column): string[] {
  return errors.flatMap(error => {
    const at = rowOfError(error, column);
    const row = rows[at];
    return row !== undefined && cellError([error], row, at, column) ? [`${at} ${column.id}`] : [];
  });
}

/** Default export for lazy loading: the component with its icons. */
export default withMessagesAndIcons({}, PageFailure);
