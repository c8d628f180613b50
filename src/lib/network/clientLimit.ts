/** Limits how much each client may have open at the same time. Clients are identified by network address. */

/** A limit per client. */
export interface ClientLimit {
  /** Counts one more for the client at this address. Returns a function that releases it, or null if the client has reached the limit. */
  hold(address: string): (() => void) | null;
}

/** @param most the limit per client */
export function createClientLimit(most: number): ClientLimit {
  const counts = new Map<string, number>();
  return {
    hold(address) {
      const from = networkOf(address);
      const count = counts.get(from) ?? 0;
      if (count >= most) return null;
      counts.set(from, count + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (counts.get(from) ?? 1) - 1;
        if (left > 0) counts.set(from, left);
        else counts.delete(from);
      };
    },
  };
}

/** The network of an address. A household has a whole /64 of IPv6 addresses, which count as one client. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  // `::` stands for the missing groups, which are zero.
  const [before = [], after = []] = plain.split('::', 2).map(part => part.split(':').filter(group => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
