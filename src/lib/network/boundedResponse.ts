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
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counting), { status, statusText, headers });
}
