import { createMultipartReader } from '../../../../src/transport/http/body/multipartReader';

const TYPE = 'multipart/mixed; boundary="-"';
const BODY =
  'preamble\r\n---\r\nContent-Type: application/json\r\n\r\n{"data":1,"hasNext":true}\r\n---\r\n\r\n{"hasNext":\r\n--false}\r\n-----\r\nepilogue';

it('reads the same parts wherever the body is cut', () => {
  const expected = ['{"data":1,"hasNext":true}', '{"hasNext":\r\n--false}'];
  for (let first = 0; first <= BODY.length; first++) {
    for (const second of [first, first + 1, first + 7]) {
      const reader = createMultipartReader(TYPE);
      const pieces = [BODY.slice(0, first), BODY.slice(first, second), BODY.slice(second)];
      expect([...pieces.flatMap(piece => reader.push(piece)), ...reader.flush()]).toEqual(expected);
    }
  }
  const single = createMultipartReader(TYPE);
  expect([...BODY].flatMap(char => single.push(char))).toEqual(expected);
});

it('reads a long part that arrives in very many pieces in linear time', () => {
  const reader = createMultipartReader(TYPE);
  const piece = 'a'.repeat(32_768);
  reader.push('\r\n---\r\n\r\n"');
  for (let at = 0; at < 2000; at++) expect(reader.push(piece)).toEqual([]);
  const [part = ''] = reader.push('"\r\n---');
  expect(part).toHaveLength(2 + 2000 * piece.length);
});
