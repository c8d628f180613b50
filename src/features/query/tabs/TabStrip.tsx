/** The tabs of the Query screen. Each can be selected and closed (by its button or Delete); a button adds another one. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLanguage, useText } from '../../../i18n/LanguageProvider';
import { tabOfKey } from '../../../ui/frame/tabOfKey';
import { IconButton } from '../../../ui/inputs/Button';
import { Icon } from '../../../ui/text/Icon';
import { useReadable } from '../../../ui/useReadable';
import type { QueryTab, QueryTabs } from './queryTabs';

/** `onClose` is called before a tab is removed. */
export function TabStrip({ tabs, onClose, panel }: { tabs: QueryTabs; onClose: (id: string) => void; panel: string }): ReactNode {
  const text = useText();
  const { direction } = useLanguage();
  const { tabs: all, selected } = useReadable(tabs);
  const row = useRef<HTMLDivElement>(null);
  const nameOf = (tab: QueryTab): string => tabName(tab) ?? text('query.tabEmpty');
  const shown = all.find(tab => tab.id === selected);
  const name = shown && nameOf(shown);
  // Scrolls the selected tab into view, also when the row gets narrower.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection or the name of the tab changes
  useEffect(() => {
    const show = (): void => {
      const tab = row.current?.querySelector('[aria-selected="true"]')?.parentElement;
      tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    };
    show();
    if (row.current === null || typeof ResizeObserver === 'undefined') return;
    const watcher = new ResizeObserver(show);
    watcher.observe(row.current);
    return () => watcher.disconnect();
  }, [selected, name]);
  const close = (id: string): void => {
    onClose(id);
    tabs.close(id);
  };
  const choose = (at: number): void => {
    const tab = all[(at + all.length) % all.length];
    if (!tab) return;
    tabs.select(tab.id);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[all.indexOf(tab)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const selectedAt = all.findIndex(tab => tab.id === selected);
    const at = tabOfKey(event.key, direction, selectedAt);
    if (at !== null) choose(at);
    else if (event.key === 'Delete') close(selected);
    else return;
    event.preventDefault();
  };
  return (
    <div className="query-tabs">
      <div
        ref={row}
        role="tablist"
        tabIndex={-1}
        aria-label={text('query.tabs')}
        className="query-tabs-list"
        onKeyDown={onKeyDown}
        // The row has no scroll bar, and most mice have a vertical wheel only.
        onWheel={({ deltaX, deltaY, currentTarget }) => {
          if (deltaX === 0) currentTarget.scrollLeft += direction === 'rtl' ? -deltaY : deltaY;
        }}
      >
        {all.map(tab => (
          <span key={tab.id} role="presentation" className={tab.id === selected ? 'query-tab query-tab-on' : 'query-tab'}>
            <button
              type="button"
              role="tab"
              id={`query-tab-${tab.id}`}
              className="query-tab-name truncate"
              aria-selected={tab.id === selected}
              aria-keyshortcuts="Delete"
              aria-controls={tab.id === selected ? panel : undefined}
              tabIndex={tab.id === selected ? 0 : -1}
              title={nameOf(tab)}
              onClick={() => tabs.select(tab.id)}
            >
              {nameOf(tab)}
            </button>
            {all.length > 1 || tab.query !== '' ? (
              <button
                type="button"
                className="query-tab-close"
                tabIndex={-1}
                // A tablist must only contain tabs. Delete and the menu do the same.
                aria-hidden="true"
                title={text('query.tabClose', { name: nameOf(tab) })}
                onClick={() => close(tab.id)}
              >
                <Icon name="close" size={12} />
              </button>
            ) : null}
          </span>
        ))}
      </div>
      <IconButton icon="plus" label={text('query.tabNew')} onClick={() => tabs.add()} />
    </div>
  );
}

/**
 * Returns the name of a tab: the name of its operation, otherwise its first field; null if it is empty. Uses no parser, because it runs at
 * each keystroke.
 */
export function tabName({ query, operation }: Pick<QueryTab, 'query' | 'operation'>): string | null {
  const bare = query.replace(/#.*$/gm, '');
  const names = Array.from(bare.matchAll(/\b(?:query|mutation|subscription)\s+([A-Za-z_]\w*)/g), ([, name]) => name);
  // The selected operation can have been renamed.
  if (operation && names.includes(operation)) return operation;
  return names[0] ?? /\{\s*(?:\w+\s*:\s*)?([A-Za-z_]\w*)/.exec(bare)?.[1] ?? null;
}
