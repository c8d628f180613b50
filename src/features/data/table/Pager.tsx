/** The foot of a table: which rows these are, how many a page has, and the ways to other pages. Turning towards a button loads its page. */
import { type ReactNode, useState } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { lastPageRef } from '../../../schema/collections/lastPageRef';
import type { Page } from '../../../schema/collections/page';
import type { PageRef, Paging } from '../../../schema/collections/paging';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { Select } from '../../../ui/inputs/Select';
import { TextInput } from '../../../ui/inputs/TextInput';
import { Icon } from '../../../ui/text/Icon';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { PAGE_SIZES } from '../dataAddress';
import type { PagePosition } from './pagePosition';
import './Pager.css';

/** Props of `Pager`. */
export interface PagerProps {
  /** The page in view; null before there is one. */
  page: Page | null;
  /** Where it lies among all rows. */
  position: PagePosition;
  paging: Paging;
  /** Where the page in view is; null: the first. */
  at: PageRef | null;
  size: number;
  /** Where Back leads when the server cannot go back by itself: a page seen before, the first one; null: nowhere. */
  back: PageRef | 'first' | null;
  /** Another page is being loaded. */
  busy: boolean;
  onGo: (page: PageRef | null) => void;
  /** Undefined: the size cannot be chosen. */
  onSize?: (size: number) => void;
  /** The reader turns towards a page: points at its button, or has the focus on it. */
  onIntent: (page: PageRef | null) => void;
  /** Stands in place of the range: what is selected. */
  aside?: ReactNode;
}

/** The foot. */
export function Pager({
  page,
  position,
  paging,
  at,
  size: wanted,
  back,
  busy,
  onGo,
  onSize,
  onIntent,
  aside,
}: PagerProps): ReactNode {
  const text = useText();
  const { most } = paging;
  const size = Math.min(wanted, most ?? wanted);
  const sizes = most === undefined ? PAGE_SIZES : [...PAGE_SIZES.filter(choice => choice < most), most];
  const previous = page?.previous ?? back;
  const previousRef = previous === 'first' ? null : previous;
  const next = page?.next ?? null;
  const last = page === null ? null : lastPageRef(paging, page.total, size);
  const intent = (ref: PageRef | null) => ({ onPointerEnter: () => onIntent(ref), onFocus: () => onIntent(ref) });
  const takesSize = paging.style === 'none' ? paging.limit !== null : paging.style !== 'page' || paging.size !== null;
  // Of the lists inside a record several may be open: only a table that fills its screen has a landmark for its pages.
  const Buttons = onSize ? 'nav' : 'div';
  return (
    <div className="pager">
      <span className="pager-words">{aside ?? <RowsInView page={page} position={position} />}</span>
      {takesSize && onSize ? (
        <span className="pager-size">
          <span className="pager-size-label" aria-hidden="true">
            {text('data.pageSize')}
          </span>
          <Select
            aria-label={text('data.pageSize')}
            value={String(size)}
            options={sizes.map(choice => ({ value: String(choice), label: String(choice) }))}
            onChange={value => onSize(Number(value))}
          />
        </span>
      ) : null}
      {paging.style === 'none' ? null : (
        <Buttons className="pager-buttons" {...(onSize ? {} : { role: 'group' })} aria-label={text('data.pages')}>
          {onSize ? <PageNumber page={page} paging={paging} at={at} size={size} onGo={onGo} /> : null}
          <IconButton
            icon="chevronFirst"
            label={text('data.firstPage')}
            disabled={at === null}
            onClick={() => onGo(null)}
            {...(at === null ? {} : intent(null))}
          />
          <Button
            kind="quiet"
            icon="chevronStart"
            disabled={previous === null}
            onClick={() => onGo(previousRef)}
            {...(previous === null ? {} : intent(previousRef))}
          >
            {text('data.previousPage')}
          </Button>
          <Button
            kind="quiet"
            disabled={next === null || busy}
            onClick={() => next && onGo(next)}
            {...(next ? intent(next) : {})}
          >
            {text('data.nextPage')}
            <Icon name="chevronEnd" />
          </Button>
          {last === null ? null : (
            <IconButton
              icon="chevronLast"
              label={text('data.lastPage')}
              disabled={next === null || busy}
              onClick={() => onGo(last)}
              {...(next === null ? {} : intent(last))}
            />
          )}
        </Buttons>
      )}
    </div>
  );
}

/** "51–100 of 12,000", with as much of it as is known. */
function RowsInView({ page, position: { start, after } }: Pick<PagerProps, 'page' | 'position'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  if (!page) return null;
  const count = page.rows.length + page.missing;
  if (count === 0) return text('data.rowsAll', { count: page.total ?? 0 });
  // Isolated, left to right: the dash between two numbers would turn them round in languages that are read from the right.
  const rangeFrom = (before: number): string => `\u2066${formats.number(before + 1)}–${formats.number(before + count)}\u2069`;
  if (start === null && page.total !== null) return text('data.rowsOutOf', { count, total: formats.number(page.total) });
  if (start === null) {
    const isAll = page.next === null && page.previous === null;
    return isAll || after === null ? text('data.rowsAll', { count }) : text('data.rowsFromEnd', { range: rangeFrom(after) });
  }
  if (page.next === null && start === 0) return text('data.rowsAll', { count });
  const range = rangeFrom(start);
  if (page.total !== null) return text('data.rowsOf', { range, total: formats.number(page.total) });
  return page.next === null ? range : text('data.rowsOfMany', { range });
}

/** Stands for the field in the words around it: the object replacement character. */
const FIELD = '\uFFFC';

/** The number of the page, to be typed over where pages can be gone to by number. */
function PageNumber({ page, paging, at, size, onGo }: Pick<PagerProps, 'page' | 'paging' | 'at' | 'size' | 'onGo'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const numbered = numberOf(paging, at, size);
  const pages = page?.total == null ? null : Math.max(1, Math.ceil(page.total / size));
  // Without a total the number of pages is unknown; then Next is the way.
  if (numbered === null || pages === null || pages < 3) return null;
  const go = (): void => {
    const wanted = Math.min(pages, Math.max(1, Math.trunc(Number(typed))));
    setTyped(null);
    if (typed === null || !Number.isFinite(wanted) || wanted === numbered) return;
    onGo(refOf(paging, wanted, size));
  };
  // Where the field stands within the words is the language's to say.
  const [before, after] = text('data.pageOf', { page: FIELD, pages: formats.number(pages) }).split(FIELD);
  return (
    <span className="pager-number">
      {before ? <span className="pager-of">{before}</span> : null}
      <TextInput
        aria-label={text('data.pageNumber')}
        className="numeric"
        inputMode="numeric"
        dir="ltr"
        size={Math.max(2, String(pages).length)}
        value={typed ?? String(numbered)}
        onChange={setTyped}
        onBlur={go}
        onKeyDown={event => {
          if (event.key === 'Enter') go();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      {after ? <span className="pager-of">{after}</span> : null}
    </span>
  );
}

/** Number of a page from 1; null where pages have none. */
function numberOf(paging: Paging, at: PageRef | null, size: number): number | null {
  if (paging.style === 'offset') return Math.floor((at?.kind === 'offset' ? at.offset : 0) / size) + 1;
  if (paging.style === 'page' && paging.size !== null)
    return (at?.kind === 'page' ? at.page : paging.firstPage) - paging.firstPage + 1;
  return null;
}

/** The page of a number; null for the first. */
function refOf(paging: Paging, number: number, size: number): PageRef | null {
  if (number === 1) return null;
  if (paging.style === 'page') return { kind: 'page', page: number - 1 + paging.firstPage };
  return { kind: 'offset', offset: (number - 1) * size };
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, Pager);
