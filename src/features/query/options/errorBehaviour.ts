/**
 * The request option `onError`: how the server handles a field that fails (https://github.com/graphql/graphql-spec/pull/1163). It is only
 * sent if the service announces support, by its introspection types or by its capabilities
 * (https://github.com/graphql/graphql-spec/pull/1208), which are requested once.
 */
import { fieldOf, type SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';

/** NULL: the field is null. PROPAGATE: the nearest nullable parent is null. HALT: the result has no data. */
export const ERROR_BEHAVIOURS = ['NULL', 'PROPAGATE', 'HALT'] as const;

/** One of `ERROR_BEHAVIOURS`. */
export type ErrorBehaviour = (typeof ERROR_BEHAVIOURS)[number];

/** Validates a stored option; undefined means the default of the server. */
export const errorBehaviour = (chosen: unknown): ErrorBehaviour | undefined => ERROR_BEHAVIOURS.find(each => each === chosen);

/** The name of the capability for `onError`. */
const CAPABILITY = 'graphql.onError';

/** Returns whether the service announces support for `onError`. If the request fails, it is repeated at the next call. Never rejects. */
export async function announcesOnError(session: Session): Promise<boolean> {
  const state = session.schema.get();
  if (state.status !== 'ready') return false;
  const { schema } = state;
  const cached = schema.remember<{ answer?: Promise<boolean | null> | undefined }>('onError', () => ({}));
  cached.answer ??= askWhether(session, schema);
  const isSupported = await cached.answer;
  if (isSupported === null) cached.answer = undefined;
  return isSupported === true;
}

/** Returns null if there was no response. */
async function askWhether({ transport }: Session, schema: SchemaModel): Promise<boolean | null> {
  // In the first draft of the proposal, the schema has the default.
  if (schema.types.has('__ErrorBehavior') || fieldOf(schema, '__Schema', 'defaultErrorBehavior')) return true;
  const holder = schema.types.has('__Service') ? '__service' : fieldOf(schema, '__Schema', 'capabilities') ? '__schema' : null;
  if (holder === null) return false;
  const { data, error } = await transport.client
    .query<Record<string, { capabilities?: unknown } | null>>(`{ ${holder} { capabilities { identifier } } }`, {})
    .toPromise();
  if (error?.networkError) return null;
  const capabilities = data?.[holder]?.capabilities;
  return Array.isArray(capabilities) && capabilities.some(each => (each as { identifier?: unknown })?.identifier === CAPABILITY);
}
