/** The unchanged transport in its own bundle, like the copy that it is compared with (untapped.ts). */
import { createTransport } from '../../src/transport/createTransport';

/** `createTransport`. */
export const createTapped = createTransport;
