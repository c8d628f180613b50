/** English texts of the area "actions": ICU MessageFormat, one key a text. The other languages are checked against this file. */
export const actions = {} as const;
