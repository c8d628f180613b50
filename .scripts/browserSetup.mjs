/** Runs once before the browser journeys: a build of the sources as they are, and a Chromium, whose path the tests find in CHROMIUM_PATH. */
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
