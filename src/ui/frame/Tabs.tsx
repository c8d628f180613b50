/** Tabs with panels (WAI-ARIA tabs pattern with automatic activation). Only the selected panel is rendered. */
import { type ReactNode, useId, useRef } from 'react';
import { useLanguage } from '../../i18n/LanguageProvider';
import { Icon, type IconName } from '../text/Icon';
import { tabOfKey } from './tabOfKey';
import './Tabs.css';

/** One tab. */
export interface Tab<Id extends string = string> {
  id: Id;
  label: ReactNode;
  icon?: IconName;
  /** A small number after the label. */
  count?: string;
}

/** Props of `Tabs`. */
export interface TabsProps<Id extends string> {
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  /** Accessible name of the tab list. */
  label: string;
  /** Content at the end of the tab list. */
  aside?: ReactNode;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Renders the tab list and the panel of the selected tab. */
export function Tabs<Id extends string>({ tabs, selected, onSelect, label, aside, children }: TabsProps<Id>): ReactNode {
  const id = useId();
  const { direction } = useLanguage();
  const row = useRef<HTMLDivElement>(null);
  const choose = (at: number): void => {
    const tab = tabs[(at + tabs.length) % tabs.length];
    if (!tab) return;
    onSelect(tab.id);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus();
  };
  return (
    <div className="tabs">
      <div className="tabs-row">
        <div
          ref={row}
          role="tablist"
          tabIndex={-1}
          aria-label={label}
          className="tabs-list"
          onKeyDown={event => {
            const selectedAt = tabs.findIndex(tab => tab.id === selected);
            const at = tabOfKey(event.key, direction, selectedAt);
            if (at === null) return;
            choose(at);
            event.preventDefault();
          }}
        >
          {tabs.map(tab => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              className="tab"
              aria-selected={tab.id === selected}
              aria-controls={tab.id === selected ? `${id}-panel` : undefined}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.icon ? <Icon name={tab.icon} /> : null}
              {tab.label}
              {tab.count === undefined ? null : <span className="tab-count">{tab.count}</span>}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className="tabs-panel">
        {children}
      </div>
    </div>
  );
}
