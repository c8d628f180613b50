/**
 * The transport with all its parts in one piece. A page that is to begin with less code puts it together itself: assembleTransport.ts over
 * laterSocket.ts.
 */
import { assembleTransport } from './assembleTransport';
import type { TransportConfig } from './config';
import { createSocket } from './socket';
import type { Transport, World } from './transport';

/**
 * Creates a transport. Nothing is sent before the first operation.
 * @throws TypeError or RangeError that names the option, when one is out of range (C49).
 */
export function createTransport(config: TransportConfig = {}, world: World = {}): Transport {
  return assembleTransport(config, world, createSocket);
}
