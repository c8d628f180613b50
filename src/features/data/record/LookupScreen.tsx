/**
 * Screen of a query that returns one record (or one value) for arguments that the user fills in: `repository(owner, name)`, `me`,
 * `serverVersion`. Loaded when the first one is opened.
 */
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { Customise } from '../../../parts/customise/Customise';
import { FailureState } from '../../../parts/FailureState';
import { failureProps } from '../../../parts/failureProps';
import { StillWaiting } from '../../../parts/StillWaiting';
import { usePrepared } from '../../../parts/usePrepared';
import { isSingle, type Lookup, lookupForm } from '../../../schema/collections/lookups';
import { layoutColumns, recordLayout } from '../../../schema/collections/recordLayout';
import { recordRef } from '../../../schema/collections/records';
import { recordTitle } from '../../../schema/collections/recordTitle';
import { lookupDocument } from '../../../schema/documents/callDocuments';
import { readAnswer } from '../../../schema/documents/lookupAnswer';
import { toVariables } from '../../../schema/forms/formValues';
import type { ArgumentValues } from '../../../schema/model/argumentPath';
import { namedType, type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { formDocs } from '../../../session/navigation/docsLinks';
import type { Failure } from '../../../transport/observe/failure';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { AsQueryButton } from '../../../ui/inputs/AsQueryButton';
import { IconButton } from '../../../ui/inputs/Button';
import { asRequest } from '../asRequest';
import { ArgumentsForm } from '../filter/ArgumentsForm';
import { useTableView } from '../table/useTableView';
import { useFailingColumns } from '../useFailingColumns';
import { useRefreshOnSignIn } from '../useRefreshOnSignIn';
import { PlainValue } from './FieldValue';
import { RecordBody } from './RecordBody';
import { useRecordLinks } from './useRecordLinks';
import '../data.css';

/** Props of `LookupScreen`. */
export interface LookupScreenProps {
  session: Session;
  model: SchemaModel;
  lookup: Lookup;
}

/** Placeholder while arguments are missing; the button that would use it is disabled then. */
const NOTHING = { query: '', variables: {} };

/** Requests the record, without the columns that fail. `isReady`: false while arguments are missing. */
function useLookup(session: Session, model: SchemaModel, lookup: Lookup, variables: ArgumentValues, isReady: boolean) {
  const isRecord = lookup.gives === 'record';
  const columns = useMemo(
    () => (isRecord ? layoutColumns(recordLayout(model, lookup.typeName)) : []),
    [isRecord, model, lookup.typeName],
  );
  const failing = useFailingColumns(variables, columns);
  const requested = failing.errors.size > 0 ? failing.asked : undefined;
  const prepared = useMemo(
    () => (isReady ? lookupDocument(model, lookup, variables, requested) : null),
    [isReady, model, lookup, variables, requested],
  );
  const state = usePrepared(prepared);
  const { failure, isOld, refresh: askAgain } = state;
  const value = isOld ? null : state.value;
  useEffect(() => {
    if (failure !== null && value === null) failing.leaveOut(failure);
  }, [failure, value, failing]);
  const refresh = useCallback(() => {
    if (!failing.forget()) askAgain();
  }, [failing, askAgain]);
  useRefreshOnSignIn(session, failure, refresh);
  const { typeName, row, errors } = useMemo(
    () => readAnswer(model, lookup.typeName, isRecord ? value : null),
    [model, lookup.typeName, isRecord, value],
  );
  const [refusal] = errors;
  const answered: Failure | null = refusal
    ? { tag: 'graphql', message: refusal.message, errors: errors.map(({ message }) => ({ message, extensions: {} })) }
    : null;
  return {
    prepared,
    result: { ...state, failure: failure ?? answered, refresh },
    value,
    typeName,
    row,
    fieldErrors: failing.errors,
  };
}

/** Renders the screen. */
export function LookupScreen({ session, model, lookup }: LookupScreenProps): ReactNode {
  const text = useText();
  const tableView = useTableView(session.navigation);
  const { view, change } = tableView;
  const links = useRecordLinks(session, model, null);
  const fields = lookupForm(model, lookup);
  const form = useMemo(() => toVariables(fields, view.args), [fields, view.args]);
  // Without arguments, the record is not identified.
  const isReady = form.problems.length === 0 && (isSingle(model, lookup) || Object.keys(form.variables).length > 0);
  const isRecord = lookup.gives === 'record';
  const { prepared, result, value, typeName, row, fieldErrors } = useLookup(session, model, lookup, form.variables, isReady);
  const within = row ? recordRef(model, typeName, row) : null;
  const isMissing = isReady && !result.isLoading && !result.failure && value === null;
  const failed = result.failure ? <FailureState {...failureProps(session, result.failure, result)} /> : null;
  const [list] = isRecord ? recordLayout(model, typeName).lists.filter(entry => entry.mustFill.length === 0) : [];
  return (
    <ScreenFrame
      crumbs={[
        { label: text('data.title'), href: '/' },
        ...(lookup.group === null ? [] : [{ label: lookup.group }]),
        { label: lookup.label },
        ...(row && fields.length > 0 ? [{ label: recordTitle(model, typeName, row) ?? typeLabel(model, typeName) }] : []),
      ]}
      description={lookup.description}
      actions={
        <>
          <AsQueryButton disabled={prepared === null} request={() => asRequest(prepared ?? NOTHING)} />
          <IconButton
            icon="refresh"
            label={text('data.refresh')}
            busy={result.isLoading}
            disabled={prepared === null}
            onClick={result.refresh}
          />
          <Customise
            session={session}
            model={model}
            subject={{ offer: { area: 'collections', id: lookup.id }, typeName: isRecord ? typeName : null }}
            name={lookup.label}
          />
        </>
      }
    >
      {fields.length > 0 ? (
        <ArgumentsForm
          key={lookup.id}
          model={model}
          about={namedType(lookup.field.type)}
          fields={fields}
          drafts={view.args}
          help={fields.some(({ required }) => required) ? text('data.argumentsHelp', { collection: lookup.label }) : null}
          docs={formDocs(model, model.queryType.name, lookup.path)}
          onShow={args => change({ args, nested: null })}
        />
      ) : null}
      {!isReady ? null : isRecord && (row || failed || isMissing || result.isLoading) ? (
        <div className="record-page">
          <div className="record-page-inside">
            <RecordBody
              session={session}
              model={model}
              within={within}
              record={{ ...result, row, isMissing, typeName, fieldErrors }}
              links={links}
              nested={view.nested}
              level={2}
              first={list ? [{ field: list.field.name, page: null }] : []}
              onNested={nested => change({ nested }, { replace: true })}
            />
          </div>
        </div>
      ) : failed ? (
        failed
      ) : result.isLoading ? (
        <div className="record-page">
          <StillWaiting clock={session.clock} isWaiting onStop={result.stop} />
          <SkeletonLines lines={3} />
        </div>
      ) : isMissing ? (
        <EmptyState icon="search" title={text('data.nothingFound')} />
      ) : (
        <div className="record-page">
          <PlainValue model={model} typeRef={lookup.field.type} name={lookup.field.name} value={value} base={links.base} />
        </div>
      )}
    </ScreenFrame>
  );
}
