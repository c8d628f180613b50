/**
 * Reports the frames of a socket to the tap, each with its operation. It also tracks subscriptions that have just ended, because graphql-ws
 * must not read late frames of them.
 */
import { utf8Length } from '../../../lib/text/utf8Length';
import type { TapOperation, TapSource, TapStep } from '../../observe/tap';
import { mask } from '../../secrets/mask';
import { readFrame } from './readFrame';

/** Assigns frames to operations and reports them. */
export interface FrameTap {
  /** Registers the operation of frames with this id. */
  begin(id: string, operation: TapOperation | undefined): void;
  /** The subscription ended. `late`: the server may still send frames for it, which are not read. */
  end(id: string, late: boolean): void;
  report(direction: 'in' | 'out', data: string): void;
  /** Whether graphql-ws may read an incoming frame. */
  isRead(data: string): boolean;
}

/** A `complete` has no payload, so it is short. Longer frames are not searched for it. */
const LONGEST_COMPLETE = 200;

/** Upper limit of the promise callbacks that pass until graphql-ws has removed a subscription. */
const FORGOTTEN_AFTER = 10;

export function createFrameTap(tap: TapSource, readToken: () => string): FrameTap {
  const operations = new Map<string, TapOperation>();
  const ended = new Set<string>();

  /**
   * Ignores late frames of a subscription for a moment. Until graphql-ws has removed a subscription, it still delivers its events, and a
   * second end makes it count one subscription too few: it does not reconnect when its count is zero. Browsers deliver one frame at a time,
   * but Node's `ws` delivers all frames of a packet at once, such as a server's errors and the end after them.
   */
  const ignoreFor = async (id: string): Promise<void> => {
    ended.add(id);
    for (let turn = 0; turn < FORGOTTEN_AFTER; turn++) await undefined;
    ended.delete(id);
  };

  return {
    begin(id, operation) {
      if (operation) operations.set(id, operation);
    },
    end(id, late) {
      operations.delete(id);
      if (late) void ignoreFor(id);
    },
    report(direction, data) {
      if (!tap.active) return;
      const { type, id } = readFrame(data);
      const step: TapStep = { type: 'frame', direction, frame: type, bytes: utf8Length(data) };
      if (id !== undefined) step.id = id;
      if (type !== 'connection_init') step.body = () => mask(data, readToken());
      tap.emit(step, id === undefined ? undefined : operations.get(id));
    },
    isRead(data) {
      const mayEnd = data.length < LONGEST_COMPLETE && data.includes('"complete"');
      if (ended.size === 0 && !mayEnd) return true;
      const { type, id = '' } = readFrame(data);
      if (ended.has(id)) return false;
      if (type === 'complete') void ignoreFor(id);
      return true;
    },
  };
}
