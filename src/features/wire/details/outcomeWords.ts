/** The outcome of an entry as a word and a colour. */
import type { MessageKey } from '../../../i18n/english';
import type { Text } from '../../../i18n/language';
import type { WireEntry } from '../../../session/wire/wireLogEntry';
import type { WireOutcome, WireSummary } from '../../../session/wire/wireLogSummary';
import type { IconName } from '../../../ui/text/Icon';
import type { Tone } from '../../../ui/text/StatusDot';
import type { WireKind } from '../wireLogFilter';

const OUTCOMES = {
  running: ['wire.outcomeRunning', 'busy'],
  waiting: ['wire.outcomeWaiting', 'warning'],
  live: ['wire.outcomeLive', 'ok'],
  ok: ['wire.outcomeOk', 'ok'],
  partial: ['wire.outcomePartial', 'warning'],
  cached: ['wire.outcomeCached', 'neutral'],
  failed: ['wire.outcomeFailed', 'danger'],
  cancelled: ['wire.outcomeCancelled', 'warning'],
  closed: ['wire.outcomeClosed', 'neutral'],
} as const satisfies Record<WireOutcome, readonly [MessageKey, Tone]>;

/** Returns the HTTP status if there is a response, otherwise the outcome as a word. */
export function outcomeWord(text: Text, { outcome, status, failure, attempts }: WireSummary): string {
  // While a request is running, only the status of the response that is being received counts, not that of an earlier attempt.
  const isToCome = outcome === 'running' && !attempts.at(-1)?.receiving;
  if (status !== null && outcome !== 'cancelled' && !isToCome) return String(status);
  if (failure?.tag === 'network' && !failure.broke) return text('wire.outcomeNoResponse');
  return text(OUTCOMES[outcome][0]);
}

/** Returns the outcome as a word. */
export function outcomeName(text: Text, outcome: WireOutcome): string {
  return text(OUTCOMES[outcome][0]);
}

/** Returns the tone (colour) of the outcome. */
export function outcomeTone({ outcome }: WireSummary): Tone {
  return OUTCOMES[outcome][1];
}

const KINDS = {
  query: ['wire.oneQuery', 'query'],
  mutation: ['wire.oneMutation', 'action'],
  subscription: ['wire.oneSubscription', 'live'],
  upload: ['wire.oneUpload', 'upload'],
  socket: ['wire.oneSocket', 'socket'],
} as const satisfies Record<WireKind, readonly [MessageKey, IconName]>;

/** Returns the kind of an entry as a word and an icon. */
export function kindWords(text: Text, entry: WireEntry, summary: WireSummary): { name: string; icon: IconName } {
  const [key, icon] = KINDS[summary.upload ? 'upload' : entry.kind];
  return { name: text(key), icon };
}

/** Returns the title of an entry: the operation, or the address of a connection. */
export function entryTitle(text: Text, entry: WireEntry, summary: WireSummary): string {
  if (entry.kind === 'socket') return (entry.name ?? '').replace(/^wss?:\/\//, '') || text('wire.oneSocket');
  return summary.title || text('wire.anonymous');
}

const SCREENS: Readonly<Record<string, MessageKey>> = {
  data: 'shell.data',
  actions: 'shell.actions',
  live: 'shell.live',
  query: 'shell.query',
  docs: 'shell.docs',
  wire: 'shell.wire',
  connections: 'shell.connections',
  settings: 'shell.settings',
  schema: 'wire.screenSchema',
};

/** Returns the label of a screen; an unknown screen keeps its name. */
export function screenName(text: Text, screen: string): string {
  const key = Object.hasOwn(SCREENS, screen) ? SCREENS[screen] : undefined;
  return key === undefined ? screen : (text as (key: MessageKey) => string)(key);
}
