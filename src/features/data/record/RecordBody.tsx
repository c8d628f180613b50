/** All of a record: what can be done with it, its fields, its lists. The same in the drawer beside a table and on the record's own page. */

import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { FailureState } from '../../../parts/FailureState';
import { StillWaiting } from '../../../parts/StillWaiting';
import { recordLayout } from '../../../schema/collections/recordLayout';
import type { RecordRef } from '../../../schema/collections/records';
import { readableName } from '../../../schema/model/readableName';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { useReadable } from '../../../ui/text/useReadable';
import type { NestedRef } from '../dataAddress';
import { NestedLists } from '../table/NestedLists';
import { RecordActions } from './RecordActions';
import { RecordFields } from './RecordFields';
import type { RecordState } from './useRecord';
import type { RecordLinks } from './useRecordLinks';

/** Props of `RecordBody`. */
export interface RecordBodyProps {
  session: Session;
  model: SchemaModel;
  /** How its lists are asked for; null: they cannot be. */
  within: RecordRef | null;
  record: Pick<RecordState, 'row' | 'isMissing' | 'isLoading' | 'typeName' | 'failure' | 'wireHref' | 'refresh' | 'stop'> &
    Partial<Pick<RecordState, 'fieldErrors'>>;
  links: RecordLinks;
  nested: readonly NestedRef[] | null;
  /** Level of the headings inside: one below that of the record's own. */
  level: 2 | 3;
  /** Lists that are unfolded when the address does not say. */
  first: readonly NestedRef[];
  onNested: (nested: readonly NestedRef[]) => void;
}

/** The content. */
export function RecordBody({
  session,
  model,
  within,
  record,
  links,
  nested,
  level,
  first,
  onNested,
}: RecordBodyProps): ReactNode {
  const text = useText();
  const { row, typeName, failure } = record;
  const signedIn = useReadable(session.token.signedIn);
  const failed = failure ? (
    <FailureState
      failure={failure}
      endpoint={session.connection.httpEndpoint}
      onRetry={record.refresh}
      onSignIn={session.token.ask}
      isAnonymous={!signedIn}
      wireHref={record.wireHref}
      inline={row !== null}
    />
  ) : null;
  if (row === null && failed) return failed;
  if (record.isMissing)
    return (
      <EmptyState
        icon="search"
        title={text('data.recordNotFound', { type: readableName(typeName) })}
        help={text('data.recordNotFoundHelp')}
      />
    );
  const layout = recordLayout(model, typeName);
  const errors = failure && 'errors' in failure ? failure.errors : [];
  return (
    <>
      {failed}
      <StillWaiting clock={session.clock} isWaiting={record.isLoading} onStop={record.stop} />
      <div className="record-facts">
        {row ? <RecordActions model={model} typeName={typeName} row={row} /> : null}
        <RecordFields
          model={model}
          typeName={typeName}
          layout={layout}
          row={row}
          links={links}
          level={level}
          errors={errors}
          {...(record.fieldErrors ? { fieldErrors: record.fieldErrors } : {})}
        />
      </div>
      {row && within && layout.lists.length > 0 ? (
        <div className="record-lists">
          <NestedLists
            session={session}
            model={model}
            layout={layout}
            within={within}
            row={row}
            links={links}
            nested={nested}
            level={level}
            first={first}
            onChange={onNested}
          />
        </div>
      ) : null}
    </>
  );
}
