/** English texts of the area "wire": ICU MessageFormat, one key a text. The other languages are checked against this file. */
export const wire = {} as const;
