/** English texts of the area "docs": ICU MessageFormat, one key a text. The other languages are checked against this file. */
export const docs = {} as const;
