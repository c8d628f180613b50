/**
 * URLs of connections to example data, which is generated in the page. The host is in the top-level domain `invalid` (RFC 2606), so a request
 * sent there by mistake cannot reach a server. The URL contains the schema's name and the seed; users change the seed there.
 */
const HOST = 'example-data.invalid';

/** The URL for a schema and a seed. */
export const exampleAddress = (schema: string, seed: string): string =>
  `https://${HOST}/${encodeURIComponent(schema)}?seed=${encodeURIComponent(seed)}`;

/** The seed in a URL; '' if it has none. */
export const seedOf = (address: string): string => new URL(address).searchParams.get('seed') ?? '';

/** Key prefix of all stored example schemas. */
export const EXAMPLE_SCHEMAS = 'example-schema:';

/** Key of the schema's introspection data in the document store. */
export const exampleSchemaKey = (address: string): string => `${EXAMPLE_SCHEMAS}${new URL(address).pathname}`;
