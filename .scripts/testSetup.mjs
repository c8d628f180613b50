/** Runs once before the tests: installs the servers that some of them meet, where they are missing. */
import { installFolder } from './installFolder.mjs';

export default function testSetup() {
  installFolder('tests/support/servers');
}
