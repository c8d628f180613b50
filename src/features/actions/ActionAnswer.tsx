/** What an action answered: the record it speaks of, with a way to it, or whatever the value is. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { FailureState } from '../../parts/FailureState';
import { amountOf, envelopedRecord, valuesType } from '../../schema/collections/displayField';
import { formatRecordRef, type RecordRef, recordRef } from '../../schema/collections/records';
import { recordTitle } from '../../schema/collections/recordTitle';
import { readableName } from '../../schema/model/readableName';
import { enumWords, fieldsOf, namedType, type SchemaModel, typeLabel } from '../../schema/model/schemaModel';
import { valueKind } from '../../schema/model/valueKind';
import type { Action } from '../../schema/mutations/actions';
import type { ActionResult } from '../../schema/mutations/results';
import { normalAddress } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { useAnnounce } from '../../ui/frame/Announcer';
import { Button } from '../../ui/inputs/Button';
import { JsonView } from '../../ui/json/JsonView';
import { Value } from '../../ui/table/Value';
import { valueText } from '../../ui/table/valueText';
import { Icon } from '../../ui/text/Icon';
import { useReadable } from '../../ui/text/useReadable';
import type { ActionRun } from './actionRuns';
import { answerToken, withoutSecrets } from './answerToken';
import { runHref } from './runHref';

/** Props of `ActionAnswer`. */
export interface ActionAnswerProps {
  session: Session;
  model: SchemaModel;
  action: Action;
  run: Extract<ActionRun, { state: 'done' }>;
  result: ActionResult;
  /** Back to the form, empty or as it was sent. */
  onAgain: (same: boolean) => void;
}

/** The answer. It takes the focus when it appears. */
export function ActionAnswer({ session, model, action, run, result, onAgain }: ActionAnswerProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const token = useMemo(() => answerToken(action.field.name, result.value), [action, result]);
  const shown = useMemo(
    () => (token !== null && typeof result.value === 'string' ? null : withoutSecrets(result.value, text('actions.hidden'))),
    [result, token, text],
  );
  // A token proves the sign-in it was asked for.
  const isProven = result.state === 'done' || token !== null;
  const isClear = !run.failure && isProven;
  return (
    <div className="action-answer">
      <h2 ref={heading} tabIndex={-1} className={`action-answer-title${isClear ? '' : ' action-answer-open'}`}>
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
      <AnswerValue session={session} model={model} action={action} result={result} value={shown} />
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

/** Records of a list shown one by one; more are counted. */
const MOST_RECORDS = 50;

function AnswerValue({
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
  /** The value without its secrets. */
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
          // The list is shown once, as it came.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <AnswerRecord key={at} session={session} model={model} verb={action.verb} typeName={typeName} row={row} />
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
  // A payload that wraps a record: the record is what the person asked for.
  const { record } = result;
  if (record && record.row !== result.value)
    return <AnswerRecord session={session} model={model} verb={action.verb} typeName={record.typeName} row={record.row} />;
  return <AnswerRecord session={session} model={model} verb={action.verb} typeName={record?.typeName ?? typeName} row={value} />;
}

/** A record: a link to it, and the plain values that came. */
function AnswerRecord({
  session,
  model,
  verb,
  typeName,
  row,
}: {
  session: Session;
  model: SchemaModel;
  /** What was done: to what was deleted no way leads. */
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
  // What a record keeps in an object of its own stands beside its key.
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
  /** Type of the field; null when it is not known. */
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

/** Parts of an object shown on one line; more are shown as a tree. */
const ON_ONE_LINE = 8;

/** An object that is no record of its own: an amount of money, an address, a position. */
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

/** /data/:type/:key; the Data screen knows a type by its name as well as a collection. */
function recordAddress(model: SchemaModel, ref: RecordRef): string {
  return href(['data', ref.typeName, formatRecordRef(model, ref)]);
}
