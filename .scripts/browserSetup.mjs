/** Global setup of the browser tests: builds the current sources, and finds a Chromium for them, whose path is put into CHROMIUM_PATH. */
import path from 'node:path';
import { buildIfChanged, root } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { compressFolder } from './compress.mjs';
import testSetup from './testSetup.mjs';

export default async function browserSetup() {
  testSetup();
  process.env.CHROMIUM_PATH = ensureChromium();
  await buildIfChanged();
  await compressFolder(path.join(root, 'dist'));
}
