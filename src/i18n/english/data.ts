/** English texts of the area "data": ICU MessageFormat, one key a text. The other languages are checked against this file. */
export const data = {} as const;
