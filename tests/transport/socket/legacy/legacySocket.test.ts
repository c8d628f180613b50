/** What a subscription gets from the error frames of the legacy protocol. */
import { legacySocket } from '../../../../src/transport/socket/legacy/legacySocket';

/** The message or the close event that a subscription gets for a message of the server. */
function received(frame: object): unknown {
  let inner: WebSocket | undefined;
  class FakeSocket {
    readyState = 1;
    constructor() {
      inner = this as unknown as WebSocket;
    }
    close(): void {}
  }
  const socket = new (legacySocket(FakeSocket as unknown as typeof WebSocket))('wss://api.test/graphql');
  const got: unknown[] = [];
  socket.onmessage = ({ data }) => got.push(JSON.parse(String(data)));
  socket.onclose = close => got.push(close);
  inner?.onmessage?.({ data: JSON.stringify(frame) } as MessageEvent);
  return got[0];
}

it.each([
  ['a text', 'no', 'no'],
  ['an error', { message: 'no' }, 'no'],
  ['an error in a list in an object', { errors: [{ errorType: 'Denied' }] }, 'Denied'],
  ['an error without a text', { reason: 5 }, '{"reason":5}'],
  ['a message that is no text', [{ message: { toString: 1, valueOf: 1 } }], '{"message":{"toString":1,"valueOf":1}}'],
  ['nothing', undefined, ''],
])('the message of an error frame is found in %s', (_, payload, message) => {
  expect(received({ type: 'error', id: '1', payload })).toMatchObject({ type: 'error', id: '1', payload: [{ message }] });
  expect(received({ type: 'connection_error', payload })).toEqual({ code: 4403, reason: message });
});

it.each([
  ['before', (payload: object) => ({ type: 'data', id: '1', payload })],
  ['after', (payload: object) => ({ id: '1', payload, type: 'data' })],
])('an event whose data contain a type arrives unchanged if the type of its frame is %s the payload', (_, frameOf) => {
  const payload = { data: { column: { type: 'data', name: 'blob' } } };
  expect(received(frameOf(payload))).toEqual({ type: 'next', id: '1', payload });
});
