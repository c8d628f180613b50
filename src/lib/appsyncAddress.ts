/** Where an AWS AppSync API answers: https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html */

/** The two hosts of an API that has no domain of its own. What stands before `amazonaws` is a region: other names there may be anyone's buckets. */
const API = /^([a-z0-9-]{1,63})\.appsync-api\.([a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?)$/;
const REALTIME = /^([a-z0-9-]{1,63})\.appsync-realtime-api\.([a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?)$/;

/** Whether a websocket address is that of an AppSync API, by its host. */
export function isAppSync(url: string): boolean {
  const host = /^wss?:\/\/([^/?#:@]{1,255})(?::\d{1,5})?(?:[/?#]|$)/i.exec(url)?.[1] ?? '';
  return API.test(host) || REALTIME.test(host);
}

/**
 * Where feeds of an API come from: the host for them beside the API's, or `/realtime` below the address of an API with a domain of its own.
 * An address that was configured stays as it is.
 */
export function realtimeAddress(address: string, isConfigured: boolean): string {
  const url = new URL(address);
  if (API.test(url.hostname)) url.hostname = url.hostname.replace(API, '$1.appsync-realtime-api.$2');
  else if (!isConfigured && !REALTIME.test(url.hostname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/realtime`;
  return url.href;
}

/** Host and port of the API whose websocket is at an address. */
export function apiHost(address: string): string {
  const url = new URL(address);
  return url.hostname.replace(REALTIME, '$1.appsync-api.$2') + (url.port && `:${url.port}`);
}
