/**
 * The transport with all its parts in one piece, under the names that whoever uses it relies on. A page that is to begin with less code
 * puts it together itself: assembleTransport.ts of laterParts.ts.
 */
import { assembleTransport } from './assembleTransport';
import type { TransportConfig as Options } from './config';
import type { World as Outside, Transport as Running } from './transport';
import { wholeParts } from './wholeParts';

/** Options of a transport; documented in config.ts. */
export type TransportConfig = Options;

/** What lies outside a transport; documented in transport.ts. */
export type World = Outside;

/** A running transport; documented in transport.ts. */
export type Transport = Running;

/**
 * Creates a transport. Nothing is sent before the first operation.
 * @throws TypeError or RangeError that names the option, when one is out of range (C49).
 */
export function createTransport(config: TransportConfig = {}, world: World = {}): Transport {
  return assembleTransport(config, world, wholeParts);
}
