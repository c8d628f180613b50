/** Two subscriptions of one transport, to test that a reconnect sends each of them again. */
import type { Transport } from '../../../src/transport/transport';
import type { Host } from '../../support/servers/host/startHost';
import { values, watch } from './watchSource';

/** A subscription to the events that are published to a topic. */
export const FEED = 'subscription Feed($topic: String!) { feed(topic: $topic) }';

/** Subscribes to `topic` and to `other`. Resolves when each subscription has received its first event. */
export async function openTwoFeeds(host: Host, { client }: Transport, topic: string, other: string) {
  const [first, second] = [watch(client.subscription(FEED, { topic })), watch(client.subscription(FEED, { topic: other }))];
  await host.publish(topic, 1);
  await host.publish(other, 10);
  await Promise.all([first.has(1), second.has(1)]);
  return {
    /** Expects that both receive the next event, missed none before it, and have reported no error. */
    async expectNext(): Promise<void> {
      await host.publish(topic, 2);
      await host.publish(other, 20);
      expect(values(await first.has(2), 'feed')).toEqual([1, 2]);
      expect(values(await second.has(2), 'feed')).toEqual([10, 20]);
      expect([...first.results, ...second.results].map(({ error }) => error)).toEqual(new Array(4).fill(undefined));
    },
  };
}
