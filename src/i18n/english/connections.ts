/** English texts of the area "connections": ICU MessageFormat, one key a text. The other languages are checked against this file. */
export const connections = {} as const;
