/** Icons that the first screen does not show. Parts that are loaded later provide them (withMessagesAndIcons.ts). */

/** SVG paths, as in Icon.tsx. */
export const laterIcons = {
  chevronUp: 'm4 10 4-4 4 4',
  chevronStart: '<m10 4-4 4 4 4',
  chevronFirst: '<m12 4-4 4 4 4M4.5 4v8',
  chevronLast: '<m4 4 4 4-4 4m7.5-8v8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  more: 'M3 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM8 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM13 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z',
  copy: 'M5.5 5.5h8v8h-8ZM3.5 10.5h-1v-8h8v1',
  upload: 'M8 11V2.5M4.5 6 8 2.5 11.5 6M2.5 10.5v3h11v-3',
  download: 'M8 2.5V11M4.5 7.5 8 11l3.5-3.5M2.5 10.5v3h11v-3',
  file: 'M3.5 1.5H9l3.5 3.5v9.5h-9ZM9 1.5V5h3.5',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.5 9.5h7L12 4M6.5 6.5v4.5m3-4.5v4.5',
  edit: 'M2.5 13.5 3 10.5l8-8 2.5 2.5-8 8ZM9.5 4 12 6.5',
  pin: 'M5.5 2h5L10 6.5l2 2H4l2-2ZM8 8.5V14',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  eyeOff:
    'M3 5.5A12 12 0 0 0 1.5 8S4 12.5 8 12.5c1 0 2-.3 2.8-.7M6 3.8A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-1.7 2.2M2.5 2.5l11 11',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1m8 8 1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7Z',
  monitor: 'M1.5 2.5h13v9h-13ZM5.5 14h5M8 11.5V14',
  language:
    'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM1.5 8h13M8 1.5c2 2 2.5 4 2.5 6.5S10 12.5 8 14.5c-2-2-2.5-4-2.5-6.5S6 3.5 8 1.5Z',
  signOut: '<M7 2.5H2.5v11H7M6.5 8H14m-3-3 3 3-3 3',
  key: 'M5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 8h6.5M12 8v2.5',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 7.5v3.5M8 5h.01',
  warning: 'M8 2 15 13.5H1ZM8 6.5v3M8 11.5h.01',
  play: 'M4.5 2.5v11l9-5.5Z',
  pause: 'M5 3v10M11 3v10',
  stop: 'M3.5 3.5h9v9h-9Z',
  drag: 'M6 3.0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM10 3.0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM6 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM10 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM6 12.0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1ZM10 12.0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z',
  columns: 'M2 3h12v10H2ZM6 3v10M10 3v10',
  map: 'M2 4l4-1.5 4 1.5 4-1.5v9.5L10 13.5 6 12 2 13.5ZM6 2.5V12M10 4v9.5',
  calendar: 'M2 3.5h12v10H2ZM2 6.5h12M5 1.5v3m6-3v3',
  clock: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 4.5V8l2.5 1.5',
  history: 'M2.5 8A5.5 5.5 0 1 0 4.2 4L2.5 5.5M2.5 2v3.5H6M8 5v3l2 1.5',
  star: 'm8 1.5 2 4.3 4.5.6-3.3 3.2.8 4.6L8 12l-4 2.2.8-4.6L1.5 6.4 6 5.8Z',
  link: 'M7 9a3 3 0 0 0 4.2 0l2-2A3 3 0 0 0 9 2.8l-.8.8M9 7a3 3 0 0 0-4.2 0l-2 2A3 3 0 0 0 7 13.2l.8-.8',
  undo: '<M3 6.5h7a3.5 3.5 0 0 1 0 7H6M6 3.5l-3 3 3 3',
  arrowStart: '<M13 8H3M7 4 3 8l4 4',
  arrowEnd: '<M3 8h10M9 4l4 4-4 4',
  keyboard: 'M1.5 4h13v8.5h-13ZM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M4.5 10h7',
  image: 'M2 3h12v10H2ZM2 11l3.5-3.5 3 3L10.5 8.5 14 12M10.5 6h.01',
  socket: 'M5 2.5v10M2.5 5 5 2.5 7.5 5M11 13.5v-10M8.5 11l2.5 2.5 2.5-2.5',
  persisted: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 1.5V8h6.5',
  tree: '<M2.5 3h4M2.5 3v9.5H7M2.5 7.5H7M9 7.5h4.5M9 12.5h4.5',
} as const;

/** Name of an icon that the first screen does not show. */
export type LaterIconName = keyof typeof laterIcons;
