/** Global setup of the tests: installs the servers that some tests use, if they are missing. */
import { installFolder } from './installFolder.mjs';

export default function testSetup() {
  installFolder('tests/support/servers');
}
