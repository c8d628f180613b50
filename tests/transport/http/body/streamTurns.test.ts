/** A stream that always has another chunk must not block the page. */
import { streamedResponse } from '../../../../src/transport/http/body/streamedResponse';

it('timers run between the chunks of a stream that always has another chunk', async () => {
  const part = new TextEncoder().encode('data: {"data":{"a":1}}\n\n');
  let count = 0;
  const source = new ReadableStream<Uint8Array>({
    pull: controller => (++count > 5000 ? controller.close() : controller.enqueue(part)),
  });
  // At every call of the clock, the time of a turn has passed.
  let now = 0;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
  const response = new Response(source, { headers: { 'content-type': 'text/event-stream' } });
  const reader = streamedResponse(response, { streamedBytes: 0, streamedText: '' }, false).body?.getReader();
  let read = 0;
  let readBefore = 0;
  setTimeout(() => (readBefore = read));
  for (let step = await reader?.read(); step && !step.done && readBefore === 0 && read < 5000; step = await reader?.read())
    read++;
  await reader?.cancel();
  clock.mockRestore();
  expect(read).toBeLessThan(100);
});
