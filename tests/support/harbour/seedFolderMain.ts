/** The process of `seededFolder.ts`: creates a harbour in the folder of the first argument. */
import { createHarbour } from '../../../src/sample/createHarbour';
import { SEEDED_AT } from './seededFolder';

const [, , dataDir = ''] = process.argv;
createHarbour({ dataDir, seededAt: SEEDED_AT }).then(harbour => harbour.dispose());
