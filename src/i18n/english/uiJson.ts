/** English texts of the JSON tree, which few screens begin with. They are of the area `ui`. */
export const uiJson = {
  json: 'JSON',
  jsonItems: '{count, plural, one {# item} other {# items}}',
} as const;
