import { utf8Length } from '../../../src/lib/text/utf8Length';
import fc from '../../support/fastCheck';

it('counts the bytes of any text', () => {
  for (const [text, bytes] of [
    ['', 0],
    ['{"a":1}', 7],
    ['é', 2],
    ['船', 3],
    ['a🚢', 5],
  ] as const)
    expect(utf8Length(text)).toBe(bytes);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => utf8Length(text) === Buffer.byteLength(text)));
});
