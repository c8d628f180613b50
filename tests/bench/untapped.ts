/** The transport without a tap: the build of the benchmarks takes the calls of the tap out of what is imported here (untappedLoader.cjs). */
import { createTransport } from '../../src/transport/createTransport';

/** `createTransport`, untapped. */
export const createUntapped = createTransport;
