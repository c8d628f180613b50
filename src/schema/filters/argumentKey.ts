/** The name of an argument or input field for comparisons: `_order_by`, `orderBy` and `$orderBy` have the same key. */
export const argumentKey = (name: string): string => name.replace(/[_\-$]/g, '').toLowerCase();
