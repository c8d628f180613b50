/** urql's ssrExchange, which holds what a server render noted. A file of its own, as its code comes with a page that has been rendered. */
import { type SSRExchange, ssrExchange } from '@urql/core';

/** Makes the stage; `state` is what `extractData` gave on the server. */
export function ssrStage(isServer: boolean, state: unknown): SSRExchange {
  return ssrExchange({ isClient: !isServer, initialState: state as never });
}
