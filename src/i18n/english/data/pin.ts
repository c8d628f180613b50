/** English texts of what puts something on the dashboard. They are of the area `dashboard`. */
export const pin = {
  pin: 'Pin to dashboard',
  pinned: '“{title}” is on the dashboard',
  pinnedBefore: '“{title}” is already on the dashboard',
  pinSecret: 'A query with headers, or with a secret in its variables, is not stored, so it cannot be pinned.',
  full: 'There is no space for more tiles. Remove some first.',
  open: 'Open',
} as const;
