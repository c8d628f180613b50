/**
 * A request or response body, formatted for reading. It is not parsed before it is shown; a large one is shown only after a press on a
 * button.
 */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { parseJson } from '../../../lib/text/largeIntegers';
import type { WireLog } from '../../../session/wire/wireLog';
import type { WireText } from '../../../session/wire/wireLogEntry';
import { Button } from '../../../ui/inputs/Button';
import { Segments } from '../../../ui/inputs/Select';
import { JsonView } from '../../../ui/json/JsonView';
import { CopyButton } from '../../../ui/text/CopyButton';
import './BodyView.css';

export interface BodyViewProps {
  body: WireText;
  /** The heading: "Body", "Variables". */
  title: string;
  /** The log, for the button that keeps large bodies; undefined for a saved log. */
  log: WireLog | undefined;
  /** True if the body is a GraphQL document, not JSON. Default false. */
  isDocument?: boolean;
}

/** Bodies larger than this, in bytes, are shown only after a press on a button. */
const LARGE = 200_000;
/** Number of characters of a raw text that are shown at first. */
const RAW_STEP = 100_000;

/** Bodies outside the log up to this size, in bytes, are read and parsed whole. Of larger ones only the beginning is shown. */
const WHOLE = 8_000_000;

/** Shows the body with its size and a button to copy it. */
export function BodyView(props: BodyViewProps): ReactNode {
  return props.body.later ? <LaterBody key={props.title} {...props} later={props.body.later} /> : <KeptBody {...props} />;
}

/** A body that is not in the log and is loaded on demand. */
function LaterBody({ body, later, title, log }: BodyViewProps & { later: NonNullable<WireText['later']> }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [length, setLength] = useState(0);
  const [found, setFound] = useState<{ of: WireText; text: string | null } | null>(null);
  const isWhole = body.bytes <= WHOLE;
  const size = formats.bytes(body.bytes);
  useEffect(() => {
    if (length === 0) return;
    let isCurrent = true;
    const show = (read: string | null): void => {
      if (isCurrent) setFound({ of: body, text: read });
    };
    later(length).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [body, later, length]);
  const shown = found?.of === body ? found.text : undefined;
  const loaded = useMemo(() => ({ bytes: body.bytes, read: () => shown ?? null }), [body, shown]);
  if (shown === null || (typeof shown === 'string' && isWhole))
    return <KeptBody body={loaded} title={title} log={shown === null ? undefined : log} isOpen />;
  return (
    <section className="body-view" aria-label={title} aria-busy={length > 0 && shown === undefined}>
      <header className="body-view-head">
        <h3>{title}</h3>
        <span className="quiet numeric">{size}</span>
      </header>
      {shown === undefined ? (
        <Button busy={length > 0} onClick={() => setLength(isWhole ? body.bytes : RAW_STEP)}>
          {text('wire.showBody', { size })}
        </Button>
      ) : (
        <RawPart value={shown} rest={body.bytes - length} onMore={() => setLength(length + RAW_STEP * 10)} />
      )}
    </section>
  );
}

/** A body that is in the log. `isOpen` shows it at once, whatever its size. */
function KeptBody({ body, title, log, isDocument = false, isOpen = false }: BodyViewProps & { isOpen?: boolean }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [requested, setRequested] = useState<WireText | null>(null);
  const [view, setView] = useState<'tree' | 'raw'>('tree');
  const shown = isOpen || body.bytes <= LARGE || requested === body;
  const content = useMemo(() => (shown ? readBody(body, isDocument) : null), [body, shown, isDocument]);
  const size = formats.bytes(body.bytes);
  const isTree = content?.kind === 'json' && view === 'tree';
  return (
    <section className="body-view" aria-label={title}>
      <header className="body-view-head">
        <h3>{title}</h3>
        {body.bytes > 0 ? <span className="quiet numeric">{size}</span> : null}
        <span className="body-view-gap" />
        {content?.kind === 'json' ? (
          <Segments
            label={title}
            value={view}
            onChange={setView}
            options={[
              { value: 'tree', label: text('wire.treeBody') },
              { value: 'raw', label: text('wire.rawBody') },
            ]}
          />
        ) : null}
        {content && content.kind !== 'gone' ? <CopyButton value={() => body.read() ?? ''} /> : null}
      </header>
      {content === null ? (
        <Button onClick={() => setRequested(body)}>{text('wire.showBody', { size })}</Button>
      ) : content.kind === 'gone' ? (
        <BodyGone size={size} log={log} />
      ) : isTree ? (
        <JsonView value={content.value} label={title} depth={4} />
      ) : (
        <>
          {content.kind === 'text' && !isDocument && content.text !== '' ? (
            <p className="quiet">{text('wire.bodyNotJson')}</p>
          ) : null}
          <RawText value={content.text} />
        </>
      )}
    </section>
  );
}

function BodyGone({ size, log }: { size: string; log: WireLog | undefined }): ReactNode {
  const text = useText();
  return (
    <div className="body-view-gone">
      <p className="quiet">{text('wire.bodyGone', { size })}</p>
      {log && !log.get().keepsLarge ? <Button onClick={() => log.keepLarge(true)}>{text('wire.bodyKeepLarge')}</Button> : null}
    </div>
  );
}

/** Shows a long text in steps, because the browser lays out the whole text of an element. */
function RawText({ value }: { value: string }): ReactNode {
  const [length, setLength] = useState(RAW_STEP);
  return <RawPart value={value.slice(0, length)} rest={value.length - length} onMore={() => setLength(length + RAW_STEP * 10)} />;
}

/** The beginning of a text. `rest` is the number of characters that are not shown yet. */
function RawPart({ value, rest, onMore }: { value: string; rest: number; onMore: () => void }): ReactNode {
  const text = useText();
  return (
    <div className="body-view-raw">
      {/* A scrollable text has to be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <pre tabIndex={0}>{value}</pre>
      {rest > 0 ? (
        <Button kind="quiet" onClick={onMore}>
          {text('ui.showMore', { count: rest })}
        </Button>
      ) : null}
    </div>
  );
}

type Content = { kind: 'gone' } | { kind: 'text'; text: string } | { kind: 'json'; text: string; value: unknown };

function readBody(body: WireText, isDocument: boolean): Content {
  const text = body.read();
  if (text === null) return { kind: 'gone' };
  if (isDocument) return { kind: 'text', text };
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? { kind: 'json', text, value } : { kind: 'text', text };
  } catch {
    return { kind: 'text', text };
  }
}
