/**
 * Limits the cookies that an upstream can set in a browser. Node refuses requests with more than 16 kB of headers, so with more cookies the
 * browser could not even load the page. And a browser keeps 150 to 180 cookies of a host: beyond it, it deletes others of that host, such as
 * the session of this server's sign-in.
 *
 * Responses to requests that are open at the same time count together: the browser has sent none of their cookies yet.
 */
import { networkOf } from '../../lib/network/clientLimit';

/** The cookies of one request and its response. */
export interface CookieAllowance {
  /**
   * Returns the `Set-Cookie` lines with which the browser's cookies stay within the limit. A cookie may always get shorter. It is called once:
   * cookies of other responses are then no longer counted, as an event stream would collect them for hours.
   */
  filter(lines: readonly string[]): string[];
  /** There will be no response, or it has ended. */
  end(): void;
}

/** The allowances of all open requests. */
export interface CookieBudget {
  /**
   * @param address the client's address
   * @param present the cookies of the upstream in the request, as `name=value`
   */
  begin(address: string, present: readonly string[]): CookieAllowance;
}

/** Limit on all cookies of an upstream together, in characters. */
const MOST_LENGTH = 8 * 1024;
/** Limit on their number. */
const MOST_COOKIES = 50;

/** Creates the budget of one gateway. */
export function createCookieBudget(): CookieBudget {
  /** Lengths of the cookies by name, as each open request will leave them in the browser. */
  const open = new Map<string, Set<Map<string, number>>>();
  return {
    begin(address, present) {
      const client = networkOf(address);
      const own = new Map<string, number>();
      // The same name can come twice, for different paths.
      for (const pair of present) own.set(nameOf(pair), (own.get(nameOf(pair)) ?? 0) + pair.length);
      const all = open.get(client) ?? new Set();
      open.set(client, all.add(own));
      const isWithin = (pair: string): boolean => {
        const before = own.get(nameOf(pair));
        if (before === undefined ? own.size >= MOST_COOKIES : pair.length <= before) return before !== undefined;
        const total = [...own.values()].reduce((sum, length) => sum + length, 0);
        return total + pair.length - (before ?? 0) <= MOST_LENGTH;
      };
      const end = (): void => {
        all.delete(own);
        if (all.size === 0 && open.get(client) === all) open.delete(client);
      };
      return {
        filter(lines) {
          const set = lines.filter(line => {
            const pair = line.split(';', 1)[0] ?? '';
            if (!isWithin(pair)) return false;
            for (const each of all) each.set(nameOf(pair), pair.length);
            return true;
          });
          end();
          return set;
        },
        end,
      };
    },
  };
}

const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';
