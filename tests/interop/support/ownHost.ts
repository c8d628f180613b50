/** A server process of one test's own, for tests that kill or freeze it. It is gone when the test is over, however that ended. */
import { type Host, startHost } from '../../support/servers/host/startHost';

const hosts = new Set<Host>();

afterEach(async () => {
  await Promise.all([...hosts].map(host => host.kill()));
  hosts.clear();
});

/** Starts one. */
export async function startOwnHost(): Promise<Host> {
  const host = await startHost();
  hosts.add(host);
  return host;
}
