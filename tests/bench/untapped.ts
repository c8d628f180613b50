/** The transport without a tap: untappedLoader.cjs removes the calls of the tap from the modules that are imported here. */
import { createTransport } from '../../src/transport/createTransport';

/** `createTransport`, without a tap. */
export const createUntapped = createTransport;
