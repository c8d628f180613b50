/** The result of an action: the record with a link to it, or the value as it is. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { FailureState } from '../../../parts/FailureState';
import { amountOf, envelopedRecord, valuesType } from '../../../schema/collections/displayField';
import { formatRecordRef, type RecordRef, recordRef } from '../../../schema/collections/records';
import { recordTitle } from '../../../schema/collections/recordTitle';
import { readableName } from '../../../schema/model/readableName';
import { enumWords, fieldsOf, namedType, type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import { valueKind } from '../../../schema/model/valueKind';
import type { Action } from '../../../schema/mutations/actions';
import type { ActionResult } from '../../../schema/mutations/results';
import { normalAddress } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import { href } from '../../../session/navigation/navigation';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Button } from '../../../ui/inputs/Button';
import { JsonView } from '../../../ui/json/JsonView';
import { Value } from '../../../ui/table/Value';
import { valueText } from '../../../ui/table/valueText';
import { Icon } from '../../../ui/text/Icon';
import { useReadable } from '../../../ui/useReadable';
import type { ActionRun } from './actionRuns';
import { resultToken, withoutSecrets } from './resultToken';
import { runHref } from './runHref';

export interface ActionResultViewProps {
  session: Session;
  model: SchemaModel;
  action: Action;
  run: Extract<ActionRun, { state: 'done' }>;
  result: ActionResult;
  /** Goes back to the form, either empty or with the values that were sent. */
  onAgain: (same: boolean) => void;
}

/** The result. Its heading takes the focus when it appears. */
export function ActionResultView({ session, model, action, run, result, onAgain }: ActionResultViewProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const token = useMemo(() => resultToken(action.field.name, result.value), [action, result]);
  const shown = useMemo(
    () => (token !== null && typeof result.value === 'string' ? null : withoutSecrets(result.value, text('actions.hidden'))),
    [result, token, text],
  );
  // A token in the response proves that a sign-in succeeded.
  const isProven = result.state === 'done' || token !== null;
  const isClear = !run.failure && isProven;
  return (
    <div className="action-result">
      <h2 ref={heading} tabIndex={-1} className={`action-result-title${isClear ? '' : ' action-result-open'}`}>
        <Icon name={isClear ? 'check' : 'warning'} />
        {text(!isProven ? 'actions.answeredWith' : run.failure ? 'actions.doneWithErrors' : 'actions.done')}
        <span className="quiet numeric">{formats.time(run.at, { seconds: true })}</span>
      </h2>
      {run.failure ? (
        <FailureState
          inline
          failure={run.failure}
          endpoint={session.connection.httpEndpoint}
          onSignIn={session.token.ask}
          wireHref={runHref(run)}
        />
      ) : null}
      {result.errors.length === 0 ? null : (
        <ul dir="auto">
          {result.errors.slice(0, 20).map(({ message, field }, at) => (
            // The list never changes its order.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={at}>{(field === null ? message : `${field}: ${message}`).slice(0, 1000)}</li>
          ))}
        </ul>
      )}
      {token === null ? null : <TokenOffer session={session} token={token} />}
      <ReturnedValue session={session} model={model} action={action} result={result} value={shown} />
      <div className="action-send">
        <Button kind="primary" onClick={() => onAgain(false)}>
          {text('actions.again')}
        </Button>
        {action.form.length > 0 ? <Button onClick={() => onAgain(true)}>{text('actions.againSame')}</Button> : null}
      </div>
    </div>
  );
}

function TokenOffer({ session, token }: { session: Session; token: string }): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const signedIn = useReadable(session.token.signedIn);
  const [used, setUsed] = useState(false);
  return (
    <div className="action-token">
      <Icon name="key" />
      {used && signedIn ? (
        <p>{text('actions.tokenUsed')}</p>
      ) : (
        <>
          <p>{text('actions.useTokenHelp', { endpoint: session.connection.httpEndpoint })}</p>
          <Button
            kind="primary"
            icon="signIn"
            onClick={() => {
              session.token.set(token);
              setUsed(true);
              announce.note({ text: text('actions.tokenUsed') });
            }}
          >
            {text('actions.useToken')}
          </Button>
        </>
      )}
    </div>
  );
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maximum number of records shown one by one; the rest is only counted. */
const MOST_RECORDS = 50;

function ReturnedValue({
  session,
  model,
  action,
  result,
  value,
}: {
  session: Session;
  model: SchemaModel;
  action: Action;
  result: ActionResult;
  /** The value with its secrets masked. */
  value: unknown;
}): ReactNode {
  const text = useText();
  const typeName = namedType(action.field.type);
  if (value === null || value === undefined)
    return result.value === null ? <p className="quiet">{text('actions.noResult')}</p> : null;
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isRow)) return <JsonView value={value} label={text('actions.result')} />;
    return (
      <section className="action-records">
        <p className="quiet">{text('actions.results', { count: value.length })}</p>
        {value.slice(0, MOST_RECORDS).map((row, at) => (
          // The list is rendered once and never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <RecordOfResult key={at} session={session} model={model} verb={action.verb} typeName={typeName} row={row} />
        ))}
      </section>
    );
  }
  if (!isRow(value))
    return (
      <div className="action-scalar">
        <Value
          value={value}
          kind={valueKind(model, action.field.type, action.field.name, value)}
          form="full"
          {...enumWords(model, action.field.type)}
        />
      </div>
    );
  // A payload that wraps a record: show the record.
  const { record } = result;
  if (record && record.row !== result.value)
    return <RecordOfResult session={session} model={model} verb={action.verb} typeName={record.typeName} row={record.row} />;
  return (
    <RecordOfResult session={session} model={model} verb={action.verb} typeName={record?.typeName ?? typeName} row={value} />
  );
}

/** A record: a link to it, and the values in the response. */
function RecordOfResult({
  session,
  model,
  verb,
  typeName,
  row,
}: {
  session: Session;
  model: SchemaModel;
  /** The kind of action; a deleted record gets no link. */
  verb: Action['verb'];
  typeName: string;
  row: Row;
}): ReactNode {
  const text = useText();
  const ref = recordRef(model, typeName, row);
  const isGone = verb === 'delete';
  const name = recordTitle(model, ref?.typeName ?? typeName, row) ?? typeLabel(model, ref?.typeName ?? typeName);
  const type = ref?.typeName ?? typeName;
  const values = valuesType(model, type);
  const { attributes } = row;
  // Values in a nested `attributes` object are shown together with the values beside it.
  const isSplit = values !== null && isRow(attributes);
  const fields = new Map([...(isSplit ? fieldsOf(model.types.get(values)) : []), ...fieldsOf(model.types.get(type))]);
  const whole: Row = isSplit ? { ...row, attributes: undefined, ...attributes } : row;
  const entries = Object.entries(whole).filter(([key, value]) => key !== '__typename' && value !== undefined);
  return (
    <article className="action-record">
      <header className="action-record-head">
        <h3 dir="auto" className="truncate">
          {name}
        </h3>
        {ref && !isGone ? (
          <a className="button button-secondary" href={recordAddress(model, ref)}>
            {text('actions.openRecord', { name: typeLabel(model, ref.typeName) })}
          </a>
        ) : null}
      </header>
      <dl className="action-values">
        {entries.slice(0, 40).map(([key, value]) => {
          const field = fields.get(key);
          return (
            <div key={key} className="action-value">
              <dt title={field?.description ? `${key}\n${field.description}` : key}>{field?.label ?? readableName(key)}</dt>
              <dd>
                <RecordValue
                  session={session}
                  model={model}
                  typeName={field ? namedType(field.type) : null}
                  kind={field ? valueKind(model, field.type, key, value) : 'unknown'}
                  value={value}
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </article>
  );
}

function RecordValue({
  session,
  model,
  typeName,
  kind,
  value,
}: {
  session: Session;
  model: SchemaModel;
  /** Type of the field; null if unknown. */
  typeName: string | null;
  kind: string;
  value: unknown;
}): ReactNode {
  if (isRow(value) && typeName !== null) {
    const record = envelopedRecord(model, typeName);
    if (record !== null) return <RecordValue session={session} model={model} typeName={record} kind={kind} value={value.data} />;
    const ref = recordRef(model, typeName, value);
    if (ref)
      return <a href={recordAddress(model, ref)}>{recordTitle(model, ref.typeName, value) ?? formatRecordRef(model, ref)}</a>;
    const title = valuesType(model, typeName) === null ? null : recordTitle(model, typeName, value);
    return title ?? <Part model={model} typeName={typeName} value={value} />;
  }
  const base = normalAddress(session.connection.httpEndpoint, session.pageUrl);
  return (
    <Value value={value} kind={kind} form="full" {...enumWords(model, { kind: 'named', name: typeName ?? '' })} base={base} />
  );
}

/** Maximum number of values shown on one line; an object with more is shown as a tree. */
const ON_ONE_LINE = 8;

/** An object without an identity of its own: an amount of money, an address, a position. */
function Part({ model, typeName, value }: { model: SchemaModel; typeName: string; value: Row }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { __typename, ...rest } = value;
  const own = typeof __typename === 'string' && model.types.has(__typename) ? __typename : typeName;
  const { amount } = rest;
  const currency = rest[amountOf(model, own)?.currency ?? ''];
  if (typeof currency === 'string' && (typeof amount === 'string' || typeof amount === 'number'))
    return <span className="numeric">{formats.money(amount, currency)}</span>;
  const inner = Object.entries(rest).filter(([, part]) => part !== null && part !== undefined);
  if (inner.length > ON_ONE_LINE || inner.some(([, part]) => typeof part === 'object')) return <JsonView value={rest} />;
  const fields = fieldsOf(model.types.get(own));
  return (
    <span dir="auto">
      {inner
        .map(([key, part]) => {
          const field = fields.get(key);
          return valueText(part, field ? valueKind(model, field.type, key, part) : 'unknown', formats, text, readableName);
        })
        .join(' · ')}
    </span>
  );
}

/** Returns /data/:type/:key. The Data screen accepts a type name in place of a collection. */
function recordAddress(model: SchemaModel, ref: RecordRef): string {
  return href(['data', ref.typeName, formatRecordRef(model, ref)]);
}
