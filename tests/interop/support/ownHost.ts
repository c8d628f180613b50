/** A server process for one test that kills or freezes it. It is ended after the test, even if that fails. */
import { type Host, startHost } from '../../support/servers/host/startHost';

const hosts = new Set<Host>();

afterEach(async () => {
  await Promise.all([...hosts].map(host => host.kill()));
  hosts.clear();
});

/** Starts the process. */
export async function startOwnHost(): Promise<Host> {
  const host = await startHost();
  hosts.add(host);
  return host;
}
