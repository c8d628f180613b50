/** The URLs of AWS AppSync APIs: https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html */

/**
 * The two host names of an API without a custom domain. The label before `amazonaws` must be a region: other names may be anyone's buckets.
 */
const API = /^([a-z0-9-]{1,63})\.appsync-api\.([a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?)$/;
const REALTIME = /^([a-z0-9-]{1,63})\.appsync-realtime-api\.([a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?)$/;

/** The AWS region in the host name of an AppSync API; '' for every other host. */
export function regionOf(url: string): string {
  const host = /^(?:ws|http)s?:\/\/([^/?#:@]{1,255})(?::\d{1,5})?(?:[/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return (API.exec(host) ?? REALTIME.exec(host))?.[2]?.split('.', 1)[0] ?? '';
}

/** Whether a URL belongs to an AppSync API, by its host name. */
export const isAppSync = (url: string): boolean => regionOf(url) !== '';

/**
 * The websocket URL of an API: on the API's realtime host, or at `/realtime` below the URL of an API with a custom domain. A configured URL
 * is left unchanged.
 */
export function realtimeAddress(address: string, isConfigured: boolean): string {
  const url = new URL(address);
  if (API.test(url.hostname)) url.hostname = url.hostname.replace(API, '$1.appsync-realtime-api.$2');
  else if (!isConfigured && !REALTIME.test(url.hostname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/realtime`;
  return url.href;
}

/** Host and port of the API with this websocket URL. */
export function apiHost(address: string): string {
  const url = new URL(address);
  return url.hostname.replace(REALTIME, '$1.appsync-api.$2') + (url.port && `:${url.port}`);
}
