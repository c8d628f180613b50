/** A failed page. If the cells of the table show all its errors, there is only a short notice above the rows. */
import type { ReactNode } from 'react';
import { answerTrouble } from '../../../../parts/answerTrouble';
import { FailureState } from '../../../../parts/FailureState';
import type { Column } from '../../../../schema/collections/columns/columns';
import type { Page } from '../../../../schema/collections/paging/page';
import type { Session } from '../../../../session/connections/session';
import type { Failure } from '../../../../transport/observe/failure';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { areErrorsShown } from '../../areErrorsShown';
import { cellError, errorsOf, rowOfError } from '../../fieldErrors';
import type { CollectionPage } from '../paging/useCollectionPage';

/** Props of `PageFailure`. */
export interface PageFailureProps {
  session: Session;
  answer: CollectionPage;
  failure: Failure;
  /** The columns whose cells show errors; [] if the rows are not shown as a table. */
  columns: readonly Column[];
}

/** Renders the failure. */
export function PageFailure({ session, answer, failure, columns }: PageFailureProps): ReactNode {
  const { value: page, isOld } = answer;
  const isInCells = page !== null && !isOld && areInCells(failure, page, columns);
  return <FailureState {...answerTrouble(session, failure, answer)} inline={isInCells ? 'brief' : page !== null} />;
}

function areInCells(failure: Failure, { rows, missing }: Page, columns: readonly Column[]): boolean {
  const isInCells = areErrorsShown(errorsOf(failure), error => {
    return columns.flatMap(column => {
      const at = rowOfError(error, column);
      const row = rows[at];
      return row !== undefined && cellError([error], row, at, column) ? [`${at} ${column.id}`] : [];
    });
  });
  return missing === 0 && isInCells;
}

/** Default export for lazy loading: the component with its icons. */
export default withMessagesAndIcons({}, PageFailure);
