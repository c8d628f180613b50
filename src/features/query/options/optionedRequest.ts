/** What the options of the Query screen make of a request: fields taken out that are made up, `onError`, arguments of fragments. */
import { until } from '../../../lib/until';
import type { Session } from '../../../session/connections/session';
import type { Rewrite } from '../../../transport/observe/trace';
import type { DocumentOperation } from '../editor/document/documentTools';
import { withoutArguments } from '../editor/document/fragmentArguments';
import type { RunRequest } from '../queryRun';
import { announcesOnError, errorBehaviour } from './errorBehaviour';
import { mockedRequest } from './mockedFields';
import type { QueryOptions } from './queryOptions';

/** What is sent without them. */
type Plain = Pick<RunRequest, 'text' | 'variables'>;

/** The parts of the request that differ. */
export async function optionedRequest(
  session: Session,
  options: QueryOptions,
  operation: DocumentOperation,
  plain: Plain,
): Promise<Partial<RunRequest>> {
  const changed: Partial<RunRequest> = {};
  const hasArguments = options.fragmentArguments === true;
  const onError = errorBehaviour(options.onError);
  // What is made up and what the service announces are known from the schema alone.
  if (options.mocked || onError) await until(session.schema, ({ status }) => status !== 'loading');
  const state = session.schema.get();
  if (typeof options.mocked === 'string' && state.status === 'ready') {
    const mocked = mockedRequest({ ...plain, kind: operation.kind, hasArguments, model: state.schema, options });
    if (mocked) Object.assign(changed, mocked);
  }
  const rewrites: Rewrite[] = [];
  const { text } = { ...plain, ...changed };
  const read = hasArguments ? withoutArguments(text) : text;
  if (read !== text) {
    changed.plain = read;
    rewrites.push(body => ({ ...body, query: text }));
  }
  if (onError && (await announcesOnError(session))) rewrites.push(body => ({ ...body, onError }));
  if (rewrites.length > 0) {
    changed.rewrite = body => rewrites.reduce((made, rewrite) => rewrite(made), body);
    // An address holds neither.
    changed.byPost = true;
  }
  return changed;
}
