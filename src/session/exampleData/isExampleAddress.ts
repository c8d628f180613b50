/** True if a URL stands for example data generated in the page (exampleAddress.ts). Only the host decides. */
import { normalAddress } from '../connections/connections';

export const isExampleAddress = (address: string): boolean =>
  /^https:\/\/example-data\.invalid[:/]/.test(normalAddress(address, address));
