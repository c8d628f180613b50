/** A connection as it stands in its form: texts and choices, and what is wrong with them. */
import { type ConnectionSettings, DEFAULT_CONNECTION } from '../../session/connections';

/** One line of a list of headers. `key` tells lines apart while they are edited. */
export interface HeaderLine {
  key: number;
  name: string;
  value: string;
}

/** The form's content. */
export interface ConnectionDraft {
  name: string;
  httpEndpoint: string;
  websocket: 'derived' | 'own' | 'none';
  wsEndpoint: string;
  /** A new token; '' leaves what is saved. */
  token: string;
  headers: readonly HeaderLine[];
  preflight: boolean;
  persistedQueries: boolean;
  shape: ConnectionSettings['connectionParamsShape'];
  customParams: string;
}

/** What can be wrong, by field; a text is what the platform said. */
export interface DraftProblems {
  httpEndpoint?: true;
  wsEndpoint?: true;
  headers?: true;
  customParams?: string;
}

const PREFLIGHT = 'apollo-require-preflight';

/** The form for a connection. */
export function draftOf(connection: ConnectionSettings): ConnectionDraft {
  const { wsEndpoint, headers, uploadHeaders } = connection;
  return {
    name: connection.name,
    httpEndpoint: connection.httpEndpoint,
    websocket: wsEndpoint === null ? 'none' : wsEndpoint === undefined ? 'derived' : 'own',
    wsEndpoint: wsEndpoint ?? '',
    token: '',
    headers: Object.entries(headers).map(([name, value], key) => ({ key, name, value })),
    preflight: PREFLIGHT in uploadHeaders,
    persistedQueries: connection.persistedQueries,
    shape: connection.connectionParamsShape,
    customParams: connection.customParams || '{ "Authorization": "Bearer {token}" }',
  };
}

/** The connection that a form describes; what the form does not show is kept from `base`. */
export function connectionOf(draft: ConnectionDraft, base: ConnectionSettings, pageUrl: string): ConnectionSettings {
  const { [PREFLIGHT]: _, ...otherUploadHeaders } = base.uploadHeaders;
  const httpEndpoint = draft.httpEndpoint.trim();
  return {
    ...base,
    name: draft.name.trim() || hostOf(httpEndpoint, pageUrl),
    httpEndpoint,
    wsEndpoint: draft.websocket === 'none' ? null : draft.websocket === 'derived' ? undefined : draft.wsEndpoint.trim(),
    headers: Object.fromEntries(
      draft.headers.filter(line => line.name.trim() !== '').map(line => [line.name.trim(), line.value.trim()]),
    ),
    uploadHeaders: draft.preflight ? { ...otherUploadHeaders, [PREFLIGHT]: 'true' } : otherUploadHeaders,
    persistedQueries: draft.persistedQueries,
    connectionParamsShape: draft.shape,
    customParams: draft.shape === 'custom' ? draft.customParams : '',
  };
}

/** What is wrong with a form; nothing when it can be saved. */
export function problemsOf(draft: ConnectionDraft, pageUrl: string): DraftProblems {
  const problems: DraftProblems = {};
  if (!isAddress(draft.httpEndpoint, pageUrl, ['http:', 'https:'])) problems.httpEndpoint = true;
  if (draft.websocket === 'own' && !isAddress(draft.wsEndpoint, pageUrl, ['ws:', 'wss:', 'http:', 'https:']))
    problems.wsEndpoint = true;
  if (!headersFit(draft.headers)) problems.headers = true;
  const custom = draft.shape === 'custom' ? objectProblem(draft.customParams) : null;
  if (custom !== null) problems.customParams = custom;
  return problems;
}

/** True for the connection of the page's configuration, which can only be copied. */
export const isConfigured = (connection: ConnectionSettings): boolean => connection.id === DEFAULT_CONNECTION;

function isAddress(address: string, pageUrl: string, protocols: readonly string[]): boolean {
  try {
    return address.trim() !== '' && protocols.includes(new URL(address.trim(), pageUrl).protocol);
  } catch {
    return false;
  }
}

/** Names are tokens (RFC 9110, section 5.1), each once; values hold no line breaks. */
function headersFit(lines: readonly HeaderLine[]): boolean {
  const used = lines.filter(line => line.name.trim() !== '' || line.value.trim() !== '');
  const names = used.map(line => line.name.trim().toLowerCase());
  const areTokens = names.every(name => /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name));
  return (
    areTokens &&
    new Set(names).size === names.length &&
    used.every(line => [...line.value].every(character => character === '\t' || (character >= ' ' && character !== '\u007f')))
  );
}

function objectProblem(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : text.trim().slice(0, 40);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function hostOf(address: string, pageUrl: string): string {
  try {
    return new URL(address, pageUrl).host;
  } catch {
    return address;
  }
}
