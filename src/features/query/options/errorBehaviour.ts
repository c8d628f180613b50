/**
 * What a server makes of a field that fails, chosen for each request: `onError` (https://github.com/graphql/graphql-spec/pull/1163). It is sent
 * only where the service says that it knows it: by its introspection types, or by its capabilities
 * (https://github.com/graphql/graphql-spec/pull/1208), which are asked for once.
 */
import { fieldOf, type SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';

/** NULL: null in its place alone. PROPAGATE: null in the nearest place that may be null. HALT: no data. */
export const ERROR_BEHAVIOURS = ['NULL', 'PROPAGATE', 'HALT'] as const;

/** One of them. */
export type ErrorBehaviour = (typeof ERROR_BEHAVIOURS)[number];

/** The one that was chosen; undefined: the server's own. */
export const errorBehaviour = (chosen: unknown): ErrorBehaviour | undefined => ERROR_BEHAVIOURS.find(each => each === chosen);

/** The capability that stands for it. */
const CAPABILITY = 'graphql.onError';

/** Whether the service says that it knows `onError`. A question without an answer is asked again the next time. Never rejects. */
export async function announcesOnError(session: Session): Promise<boolean> {
  const state = session.schema.get();
  if (state.status !== 'ready') return false;
  const { schema } = state;
  const asked = schema.remember<{ answer?: Promise<boolean | null> | undefined }>('onError', () => ({}));
  asked.answer ??= askWhether(session, schema);
  const answer = await asked.answer;
  if (answer === null) asked.answer = undefined;
  return answer === true;
}

/** null: no answer came. */
async function askWhether({ transport }: Session, schema: SchemaModel): Promise<boolean | null> {
  // Its first draft told the default in the schema.
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
