/** Bounds the body of a response: a small compressed response may become gigabytes. */

/** Returns the response with a body that fails when it exceeds `mostBytes`, counted after decompression. */
export function boundedResponse(response: Response, mostBytes: number): Response {
  let bytes = 0;
  return checkedResponse(response, piece => {
    bytes += piece.byteLength;
    return bytes > mostBytes ? new TypeError(`The response is longer than ${mostBytes / 1024 / 1024} MB`) : null;
  });
}

/** Returns the response with a body that fails with the first error that `check` returns for a piece of it. */
export function checkedResponse(response: Response, check: (piece: Uint8Array) => Error | null): Response {
  if (response.body === null) return response;
  const checking = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      const error = check(piece);
      if (error) controller.error(error);
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers, url, redirected } = response;
  const checked = new Response(response.body.pipeThrough(checking), { status, statusText, headers });
  // The constructor cannot set these; errors name the final address of a redirected response.
  return Object.defineProperties(checked, { url: { value: url }, redirected: { value: redirected } });
}
