/**
 * The address of a connection whose answers are example data made in the page. Its host is in the top-level domain `invalid` (RFC 2606), which no
 * server has: even what would be sent there arrives nowhere. Schema and seed stand in the address, so another seed is chosen there.
 */
const HOST = 'example-data.invalid';

/** The address for a schema with a seed. */
export const exampleAddress = (schema: string, seed: string): string =>
  `https://${HOST}/${encodeURIComponent(schema)}?seed=${encodeURIComponent(seed)}`;

/** The seed in an address; '' where it has none. */
export const seedOf = (address: string): string => new URL(address).searchParams.get('seed') ?? '';

/** How the keys of all kept schemas begin. */
export const EXAMPLE_SCHEMAS = 'example-schema:';

/** Key of the schema's introspection answer in the document store. */
export const exampleSchemaKey = (address: string): string => `${EXAMPLE_SCHEMAS}${new URL(address).pathname}`;
