/** Whether the answers of an address are example data made in the page (exampleAddress.ts). The address alone decides. */
import { normalAddress } from '../connections/connections';

export const isExampleAddress = (address: string): boolean =>
  /^https:\/\/example-data\.invalid[:/]/.test(normalAddress(address, address));
