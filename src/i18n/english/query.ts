/** English texts of the area "query": ICU MessageFormat, one key a text. The other languages are checked against this file. */
export const query = {} as const;
