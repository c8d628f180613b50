/** Applies the options of the Query screen to a request: removes mocked fields, adds `onError`, and resolves arguments of fragments. */
import { until } from '../../../lib/until';
import type { Session } from '../../../session/connections/session';
import type { Rewrite } from '../../../transport/pipelineContext';
import type { DocumentOperation } from '../editor/document/documentTools';
import { withoutArguments } from '../editor/document/fragmentArguments';
import type { RunRequest } from '../run/queryRun';
import { announcesOnError, errorBehaviour } from './errorBehaviour';
import { mockedRequest } from './mockedFields';
import type { QueryOptions } from './queryOptions';

/** The request without options. */
type Plain = Pick<RunRequest, 'text' | 'variables'>;

/** Returns the changed parts of the request. */
export async function optionedRequest(
  session: Session,
  options: QueryOptions,
  operation: DocumentOperation,
  plain: Plain,
): Promise<Partial<RunRequest>> {
  const changed: Partial<RunRequest> = {};
  const hasArguments = options.fragmentArguments === true;
  const onError = errorBehaviour(options.onError);
  // Mocked fields and announced support are only known from the schema.
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
    // A GET request has no place for either.
    changed.byPost = true;
  }
  return changed;
}
