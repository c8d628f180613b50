/**
 * The footer of a table: the range of visible rows, the page size, and buttons for other pages. Pointing at a button or focusing it
 * prefetches its page.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import { lastPageRef } from '../../../../schema/collections/paging/lastPageRef';
import { isPageOf, numberedPage } from '../../../../schema/collections/paging/numberedPage';
import type { Page } from '../../../../schema/collections/paging/page';
import { isSamePage, type PageRef, type Paging } from '../../../../schema/collections/paging/paging';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { Button, IconButton } from '../../../../ui/inputs/Button';
import { Select } from '../../../../ui/inputs/Select';
import { TextInput } from '../../../../ui/inputs/TextInput';
import { Icon } from '../../../../ui/text/Icon';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { PAGE_SIZES } from '../../dataAddress';
import type { PagePosition } from './pagePosition';
import './Pager.css';

/** Props of `Pager`. */
export interface PagerProps {
  /** The current page; null before it has loaded. */
  page: Page | null;
  /** Its position among all rows. */
  position: PagePosition;
  paging: Paging;
  /** Reference of the current page; null: the first page. */
  at: PageRef | null;
  size: number;
  /** Target of Back if the server cannot page backwards: a page visited before, or the first one; null: none. */
  back: PageRef | 'first' | null;
  /** True while another page loads. */
  busy: boolean;
  /** True if the page at `at` has failed; `page` is then an older one, or null. */
  hasFailed: boolean;
  /** `replace`: without a new entry in the history. */
  onGo: (page: PageRef | null, options?: { replace: boolean }) => void;
  /** Requests the page at `at` again. */
  onAgain: () => void;
  /** Undefined: the page size is fixed. */
  onSize?: (size: number) => void;
  /** The user points at the button of a page or focuses it. */
  onIntent: (page: PageRef | null) => void;
  /** Shown in place of the range: the selection. */
  aside?: ReactNode;
}

/** Renders the footer. */
export function Pager({
  page,
  position,
  paging,
  at,
  size: wanted,
  back,
  busy,
  hasFailed,
  onGo,
  onAgain,
  onSize,
  onIntent,
  aside,
}: PagerProps): ReactNode {
  const text = useText();
  const { most } = paging;
  const size = Math.min(wanted, most ?? wanted);
  useLinkedPage({ paging, at, size, onGo });
  const sizes = most === undefined ? PAGE_SIZES : [...PAGE_SIZES.filter(choice => choice < most), most];
  const beside = hasFailed ? besideFailed(paging, at, size, page?.total ?? null) : null;
  const previous = beside ? (beside.previous ?? back) : (page?.previous ?? back);
  const previousRef = previous === 'first' ? null : previous;
  // The rows on the screen are those before the failed page: Next requests it again. What follows it is unknown with cursors.
  const isNextFailed = beside !== null && beside.next === null && isSamePage(page?.next ?? null, at);
  const next = beside && !isNextFailed ? beside.next : (page?.next ?? null);
  const last = page === null ? null : lastPageRef(paging, page.total, size);
  const isAtLast = hasFailed ? isSamePage(at, last) : next === null;
  const intent = (ref: PageRef | null) => ({ onPointerEnter: () => onIntent(ref), onFocus: () => onIntent(ref) });
  const takesSize = paging.style === 'none' ? paging.limit !== null : paging.style !== 'page' || paging.size !== null;
  // Several lists inside a record may be open at once, so only the pager of a full-screen table is a navigation landmark.
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
            onClick={() => (isNextFailed ? onAgain() : next && onGo(next))}
            {...(next && !isNextFailed ? intent(next) : {})}
          >
            {text('data.nextPage')}
            <Icon name="chevronEnd" />
          </Button>
          {last === null ? null : (
            <IconButton
              icon="chevronLast"
              label={text('data.lastPage')}
              disabled={isAtLast || busy}
              onClick={() => onGo(last)}
              {...(isAtLast ? {} : intent(last))}
            />
          )}
        </Buttons>
      )}
    </div>
  );
}

/** "51–100 of 12,000", or the parts of it that are known. */
function RowsInView({ page, position: { start, after } }: Pick<PagerProps, 'page' | 'position'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  if (!page || page.isParentNull) return null;
  const count = page.rows.length + page.missing;
  if (count === 0) return text('data.rowsAll', { count: page.total ?? 0 });
  // Isolated as left-to-right: in right-to-left languages, the dash would otherwise swap the two numbers.
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

/** Placeholder for the input within its message: the object replacement character. */
const FIELD = '\uFFFC';

/** Input for the page number, if pages can be requested by number. */
function PageNumber({ page, paging, at, size, onGo }: Pick<PagerProps, 'page' | 'paging' | 'at' | 'size' | 'onGo'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const numbered = numberOf(paging, at, size);
  const pages = page?.total == null ? null : Math.max(1, Math.ceil(page.total / size));
  // Without a total, the number of pages is unknown; the user pages with Next.
  if (numbered === null || pages === null || pages < 3) return null;
  const go = (): void => {
    const wanted = Math.min(pages, Math.max(1, Math.trunc(Number(typed))));
    setTyped(null);
    if (typed === null || !Number.isFinite(wanted) || wanted === numbered) return;
    onGo(numberedPage(paging, wanted, size));
  };
  // The translation decides where the input is within the message.
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

/** Page number, from 1; null if pages have no numbers. */
function numberOf(paging: Paging, at: PageRef | null, size: number): number | null {
  if (paging.style === 'offset') return Math.floor((at?.kind === 'offset' ? at.offset : 0) / size) + 1;
  if (paging.style === 'page' && paging.size !== null)
    return (at?.kind === 'page' ? at.page : paging.firstPage) - paging.firstPage + 1;
  return null;
}

/** The pages around a page that has failed: the rows on the screen are those of another page. Null where pages have no numbers. */
function besideFailed(
  paging: Paging,
  at: PageRef | null,
  size: number,
  total: number | null,
): { previous: PageRef | 'first' | null; next: PageRef | null } {
  const number = numberOf(paging, at, size);
  if (number === null) return { previous: null, next: null };
  const previous = number > 1 ? (numberedPage(paging, number - 1, size) ?? 'first') : null;
  const isLast = total !== null && number * size >= total;
  return { previous, next: isLast ? null : numberedPage(paging, number + 1, size) };
}

/**
 * Replaces a reference in the URL that this list cannot open: `?page=3`, as people type it, or a page of a list that was paged in another
 * way when the link was made.
 */
function useLinkedPage({ paging, at, size, onGo }: Pick<PagerProps, 'paging' | 'at' | 'size' | 'onGo'>): void {
  const text = useText();
  const announce = useAnnounce();
  useEffect(() => {
    if (at === null || isPageOf(paging, at)) return;
    const number = at.kind === 'number' ? at.number : null;
    const page = number === null ? null : numberedPage(paging, number, size);
    if (page === null && number !== 1) announce.note({ text: text('data.linkedPageLost'), tone: 'refused' });
    onGo(page, { replace: true });
  }, [paging, at, size, onGo, text, announce]);
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, Pager);
