/** The transport as it is, in a copy of its own: compiled for nothing else than what it is compared with, as the other copy is (untapped.ts). */
import { createTransport } from '../../src/transport/createTransport';

/** `createTransport`. */
export const createTapped = createTransport;
