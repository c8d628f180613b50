/** The schema that json-graphql-server makes of plain data. Its package is in this folder, so it is found from here only. */
export { getPlainSchema } from 'json-graphql-server/node';
