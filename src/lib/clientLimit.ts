/** How much one client may hold open at once, counted by network address. */

/** A limit for all clients. */
export interface ClientLimit {
  /** Counts one more of the client at this address. Returns what ends it, for once, or null where the client has too many. */
  hold(address: string): (() => void) | null;
}

/** @param most of one client */
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

/** One household holds a whole /64 of IPv6 addresses; they count as one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  // `::` stands for as many zeros as are missing.
  const [before = [], after = []] = plain.split('::', 2).map(part => part.split(':').filter(group => group !== ''));
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
