/** English texts of the area "live": ICU MessageFormat, one key a text. The other languages are checked against this file. */
export const live = {} as const;
