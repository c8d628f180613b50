/**
 * The icon set: inline 16 px line drawings in the current text colour, hidden from screen readers. This file contains the icons of the first
 * screen. Parts that are loaded later provide the other icons through a context (withMessagesAndIcons.ts).
 */
import { createContext, type ReactNode, useContext } from 'react';
import type { LaterIconName } from './laterIcons';
import './Icon.css';

/**
 * SVG paths on a 16 × 16 grid, drawn with a 1.5 px round stroke. A leading `<` marks icons that point in reading direction and are mirrored in
 * right-to-left languages.
 */
const FIRST = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  table: 'M2 3.5h12v9H2ZM2 6.5h12M6 6.5v6',
  dashboard: 'M2 2h5v5H2ZM9 2h5v5H9ZM2 9h5v5H2ZM9 9h5v5H9Z',
  action: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8Z',
  live: 'M1.5 8H4l2-5 3.5 10L12 8h2.5',
  query:
    'M6 2.5c-2 0-2 1-2 2.5S4 7.5 2.5 8C4 8.5 4 9.5 4 11s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5s0 2.5 1.5 3C12 8.5 12 9.5 12 11s0 2.5-2 2.5',
  docs: '<M3 2.5h7.5A2.5 2.5 0 0 1 13 5v8.5H5A2 2 0 0 1 3 11.5ZM3 11.5a2 2 0 0 1 2-1.5h8M6 5.5h4',
  wire: 'M1.5 4H6m4 0h4.5M1.5 8h2m4 0h7M1.5 12H9m4 0h1.5M8 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.5 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM11 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  settings: 'M2 4.5h7m4 0h1M2 11.5h1m4 0h7M11 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  connection: 'M5.5 1.5v3m5-3v3M3.5 4.5h9V7a4.5 4.5 0 0 1-9 0ZM8 11.5v3',
  chevronDown: 'm4 6 4 4 4-4',
  chevronEnd: '<m6 4 4 4-4 4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  close: 'm4 4 8 8m0-8-8 8',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  external: '<M9 2.5h4.5V7M13.5 2.5 7.5 8.5M6.5 3.5h-4v10h10v-4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5',
  error: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 4.5v4M8 11h.01',
  refresh: 'M13.5 8A5.5 5.5 0 1 1 11.8 4L13.5 5.5M13.5 2v3.5H10',
  filter: 'M2 3h12L9.5 8.5V13l-3-1.5v-3Z',
  signIn: '<M9 2.5h4.5v11H9M2 8h7.5M6.5 5l3 3-3 3',
} as const;

/** Name of an icon. Parts of the first screen can only show those in `FIRST`. */
export type IconName = keyof typeof FIRST | LaterIconName;

type Outlines = Readonly<Partial<Record<IconName, string>>>;

/** Provides the icons that are not part of the first screen. */
export const LaterIcons = createContext<Outlines>({});

/** Renders an icon. `size` in px, default 16. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }): ReactNode {
  const later = useContext(LaterIcons);
  const outline = (FIRST as Outlines)[name] ?? later[name] ?? '';
  return (
    <svg
      className={outline.startsWith('<') ? 'icon icon-turning' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={outline.replace('<', '')} />
    </svg>
  );
}
