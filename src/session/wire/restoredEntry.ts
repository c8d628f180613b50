/** Adds entries of an earlier page to the log of this one. */
import { KeptText, type WireBodies } from './wireLogBodies';
import type { WireEntry, WireStep, WireText } from './wireLogEntry';
import type { KnownSecrets } from './wireLogMask';

/** Returns the entry with texts that are bounded and masked like all others. `secrets` may grow later. */
export function restoredEntry(entry: WireEntry, bodies: WireBodies, secrets: KnownSecrets): WireEntry {
  const textOf = ({ bytes, read }: WireText, keep: (make: () => string) => KeptText): KeptText => {
    const text = read();
    const kept = text === null ? new KeptText(() => '', bytes, secrets) : keep(() => text);
    if (text === null) kept.release();
    return kept;
  };
  const requestText = (text: WireText): KeptText => textOf(text, make => new KeptText(make, text.bytes, secrets));
  const body = (text: WireText): KeptText => textOf(text, make => bodies.keep(make, text.bytes));
  const steps = entry.steps.map((step): WireStep => {
    if ('query' in step) return { ...step, query: requestText(step.query), variables: requestText(step.variables) };
    return 'body' in step && step.body ? { ...step, body: body(step.body) } : step;
  });
  return { ...entry, steps };
}
