/** Bounds the body of a response: a small compressed response may become gigabytes. */

/** Returns the response with a body that fails when it exceeds `mostBytes`, counted after decompression. */
export function boundedResponse(response: Response, mostBytes: number): Response {
  if (response.body === null) return response;
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > mostBytes) controller.error(new TypeError(`The response is longer than ${mostBytes} bytes`));
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers, url, redirected } = response;
  const bounded = new Response(response.body.pipeThrough(counting), { status, statusText, headers });
  // The constructor cannot set these; errors name the final address of a redirected response.
  return Object.defineProperties(bounded, { url: { value: url }, redirected: { value: redirected } });
}
