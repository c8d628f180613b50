/**
 * Displays a value in a readable form: localized dates and numbers, enums as pills, URLs as links or images, long texts clamped, JSON as a tree.
 * The caller passes the kind (schema/model/valueKind.ts); a value that does not match its kind is shown as text. Values are never interpreted as
 * markup.
 */
import { memo, type ReactNode, useState } from 'react';
import type { Formats } from '../../i18n/formats';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { epochMs } from '../../lib/epochMs';
import { JsonView } from '../json/JsonView';
import { shortJson } from '../json/shortJson';
import { Thumbnail } from '../text/image/Thumbnail';
import { LongText, ShortText } from '../text/LongText';
import { Dash, Pill, Tick } from '../text/Pill';
import { SafeLink } from '../text/SafeLink';
import type { Tone } from '../text/StatusDot';
import './Value.css';

/** Props of `Value`. */
export interface ValueProps {
  value: unknown;
  /** Kind of the value; unknown kinds are shown as text. */
  kind: string;
  /** `cell`: one line (default); `full`: the whole value, for a detail page. */
  form?: 'cell' | 'full';
  /** Returns the label of an enum value. Default: the value itself. */
  enumLabel?: (value: string) => string;
  /** Returns the tone of an enum value. Default: none. */
  enumTone?: (value: string) => Tone | undefined;
  /** Returns the hue of an enum value without a tone, from 0 to 7. Default: none. */
  enumHue?: (value: string) => number | undefined;
  /** Base of relative URLs of links and images. */
  base?: string;
  /** Kind of the items of a list. Default: guessed from each item. */
  itemKind?: string;
}

/** Times within this distance from now are shown as relative times, in ms. */
const RECENT_MS = 24 * 60 * 60 * 1000;

/** Displays a value. Simple kinds are functions and not components, because a scrolling table renders hundreds of them per frame. */
export const Value = memo(function Value(props: ValueProps): ReactNode {
  const { value, kind, form = 'cell' } = props;
  const formats = useFormats();
  if (value === null || value === undefined) return <Dash />;
  if (Array.isArray(value))
    return kind === 'json' ? <Json {...props} form={form} /> : <Items {...props} items={value} form={form} />;
  switch (typeof value) {
    case 'boolean':
      return <Tick value={value} />;
    case 'number':
    case 'bigint':
      return kind === 'dateTime' || kind === 'date'
        ? moment(formats, epochMs(Number(value)), kind)
        : figure(formats, value, kind);
    case 'object':
      return <Json {...props} form={form} />;
    case 'string':
      return ofText(formats, { ...props, value, form });
    default:
      return String(value);
  }
});

function ofText(formats: Formats, props: ValueProps & { value: string; form: 'cell' | 'full' }): ReactNode {
  const { value, kind, form, enumLabel, enumTone, enumHue, base } = props;
  const based = base === undefined ? {} : { base };
  switch (kind) {
    case 'enum':
      return (
        <Pill title={value} tone={enumTone?.(value)} hue={enumHue?.(value)}>
          {enumLabel ? enumLabel(value) : value}
        </Pill>
      );
    case 'number':
    case 'bigInt':
    case 'decimal':
    case 'count':
      return figure(formats, value, kind);
    case 'date':
    case 'time':
    case 'dateTime':
    case 'localDateTime':
      return moment(formats, value, kind);
    case 'duration': {
      const ms = durationMs(value);
      return <span title={value}>{ms === null ? value : formats.duration(ms)}</span>;
    }
    case 'imageUrl':
      return <Thumbnail address={value} form={form} {...based} />;
    case 'url':
      return <SafeLink address={value} {...based} />;
    case 'email':
      return /^[^\s@<>"]+@[^\s@<>"]+$/.test(value) ? (
        <SafeLink address={`mailto:${value}`}>{value}</SafeLink>
      ) : (
        plain(value, form)
      );
    case 'phone':
      return (
        <span className="ltr" dir="ltr">
          {value.slice(0, 300)}
        </span>
      );
    case 'id':
      return (
        <span className="value-id truncate" dir="ltr" title={value.length > 12 ? value.slice(0, 1000) : undefined}>
          {value.slice(0, 300)}
        </span>
      );
    case 'colour':
      return <Colour value={value} />;
    case 'bytes':
      return (
        <span className="numeric" title={value.slice(0, 200)}>
          {formats.bytes(Math.floor((value.replace(/={1,2}$/, '').length * 3) / 4))}
        </span>
      );
    case 'json':
      return <Json {...props} />;
    default:
      return plain(value, form);
  }
}

function plain(value: string, form: 'cell' | 'full'): ReactNode {
  if (form === 'cell') return <ShortText>{value}</ShortText>;
  return value.length > 200 || value.includes('\n') ? <LongText lines={8}>{value}</LongText> : <span dir="auto">{value}</span>;
}

/** A number; its digits run left to right in right-to-left languages too. */
function figure(formats: Formats, value: number | bigint | string, kind: string): ReactNode {
  if (kind === 'id' || kind === 'year') return <span className="numeric">{String(value)}</span>;
  const shown = formats.number(value);
  // A value that is not a number after all can be text of any length.
  return shown.length > 60 ? <ShortText>{shown}</ShortText> : <span className="numeric">{shown}</span>;
}

/** A date or time in the user's language and zone: relative if it is near, exact on hover. */
function moment(formats: Formats, value: string | number, kind: string): ReactNode {
  if (typeof value === 'string' && value.length > 60) return <ShortText>{value}</ShortText>;
  const at = kind === 'time' ? Number.NaN : new Date(value).getTime();
  const now = Date.now();
  const exact =
    kind === 'date' ? formats.date(value) : kind === 'time' ? formats.time(value) : localOrNot(formats.dateTime, value, kind);
  const near = kind === 'dateTime' && Math.abs(at - now) < RECENT_MS;
  const shown = near ? formats.relative(value, now) : exact;
  const iso = typeof value === 'number' && !Number.isNaN(at) ? new Date(at).toISOString() : String(value);
  return (
    // Relative times can differ between the server's render and hydration.
    <time className="truncate" dateTime={iso} title={near ? `${exact}\n${iso}` : iso} suppressHydrationWarning>
      {shown}
    </time>
  );
}

/** A date and time without a zone is shown unchanged, whatever the user's zone. */
function localOrNot(show: (value: string | number | Date) => string, value: string | number, kind: string): string {
  if (kind !== 'localDateTime' || typeof value !== 'string') return show(value);
  return show(value.replace(/(z|[+-]\d{2}:?\d{2})$/i, ''));
}

const DURATION =
  /^([+-])?P(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;

/** Milliseconds of an ISO 8601 duration; null for one in months or years, which have no fixed length. */
function durationMs(text: string): number | null {
  const match = text.length > 100 ? null : DURATION.exec(text);
  if (!match) return null;
  const part = (index: number, size: number): number => Number((match[index] ?? '0').replace(',', '.')) * size;
  const whole = part(2, 604_800_000) + part(3, 86_400_000) + part(4, 3_600_000) + part(5, 60_000) + part(6, 1000);
  return match[1] === '-' ? -whole : whole;
}

function Colour({ value }: { value: string }): ReactNode {
  const code = value.slice(0, 60);
  const known = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(code);
  return (
    <span className="value-colour" dir="ltr">
      {known ? <span className="value-swatch" style={{ backgroundColor: code }} aria-hidden="true" /> : null}
      {code}
    </span>
  );
}

/** Maximum length of JSON text that is parsed and shown as a tree. Longer or invalid JSON is shown as text. */
const MOST_READ = 200_000;

function Json({ value, form = 'cell' }: ValueProps): ReactNode {
  if (typeof value === 'string') {
    if (form === 'cell') return <span className="value-code truncate">{value.slice(0, 200)}</span>;
    const read = value.length <= MOST_READ && /^\s*[[{]/.test(value) ? readJson(value) : undefined;
    return read === undefined ? <LongText lines={8}>{value}</LongText> : <JsonView value={read} />;
  }
  return form === 'cell' ? <span className="value-code truncate">{shortJson(value, 200)}</span> : <JsonView value={value} />;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Number of list items shown in a cell, and at first on a page. */
const IN_CELL = 3;
const ON_PAGE = 20;

function Items({ items, form, itemKind, ...rest }: ValueProps & { items: readonly unknown[]; form: 'cell' | 'full' }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [shown, setShown] = useState(ON_PAGE);
  if (items.length === 0) return <Dash />;
  const kindOf = (item: unknown): string => itemKind ?? (typeof item === 'object' ? 'json' : 'text');
  if (form === 'cell')
    return (
      <span className="value-items">
        {items.slice(0, IN_CELL).map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a value keep their order
          <span key={at} className="value-item">
            <Value {...rest} value={item} kind={kindOf(item)} form="cell" />
          </span>
        ))}
        {items.length > IN_CELL ? <span className="quiet">+{formats.number(items.length - IN_CELL)}</span> : null}
      </span>
    );
  return (
    <>
      <ul className="value-list">
        {items.slice(0, shown).map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={at}>
            <Value {...rest} value={item} kind={kindOf(item)} form="full" />
          </li>
        ))}
      </ul>
      {items.length > shown ? (
        <button type="button" className="link-button" onClick={() => setShown(shown + 10 * ON_PAGE)}>
          {text('ui.showMore', { count: Math.min(10 * ON_PAGE, items.length - shown) })}
        </button>
      ) : null}
    </>
  );
}
