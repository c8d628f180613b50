/** The websocket half of the fault matrix: the faults while a feed runs, and whether the feed recovers by itself. */
import type { SocketFault } from './faultProxy';

export interface SocketCase {
  name: string;
  fault: SocketFault;
  /** 'back': the feed continues by itself, with a marked gap. 'ended': it shows the failure with its reason and a button to start again. */
  outcome: 'back' | 'ended';
  isQuick?: true;
}

const AFTER = 6;
const close = (code: number, outcome: SocketCase['outcome'], isQuick?: true): SocketCase => ({
  name: `closed with ${code}`,
  fault: { kind: 'close', code, reason: 'a test', afterFrames: AFTER },
  outcome,
  ...(isQuick ? { isQuick } : {}),
});
const garbage = (name: string, data: string | Buffer): SocketCase => ({
  name,
  fault: { kind: 'garbage', data, afterFrames: AFTER },
  outcome: 'back',
});

/** Each fault occurs once: after a fatal one the subscription is retried (C24, C25), so the feed recovers as well. */
export const SOCKET_CASES: readonly SocketCase[] = [
  close(1000, 'back', true),
  close(1001, 'back'),
  close(1011, 'back'),
  close(1012, 'back'),
  close(1013, 'back'),
  close(4400, 'back'),
  close(4401, 'back', true),
  close(4403, 'back'),
  close(4408, 'back'),
  close(4409, 'back'),
  close(4429, 'back'),
  close(4499, 'back'),
  close(4500, 'back', true),
  close(4999, 'back'),
  { name: 'cut without a closing frame', fault: { kind: 'cut', afterFrames: AFTER }, outcome: 'back', isQuick: true },
  { name: 'the first connection is refused', fault: { kind: 'refuse', status: 503 }, outcome: 'back', isQuick: true },
  { name: 'the connection stays half open', fault: { kind: 'half open', afterFrames: AFTER }, outcome: 'back' },
  garbage('a frame that is not JSON', 'hello'),
  garbage('a frame of another protocol', '{"type":"hello"}'),
  garbage('a next frame of an unknown id', '{"type":"next","id":"nobody","payload":{"data":{"ticks":{"number":-1}}}}'),
  garbage('a next frame without a payload', '{"type":"next","id":"x"}'),
  garbage('a prototype in a frame', '{"type":"next","id":"__proto__","payload":{"data":{"__proto__":{"polluted":1}}}}'),
  garbage('a binary frame', Buffer.from([0, 1, 2, 255])),
];
