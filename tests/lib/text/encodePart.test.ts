import { encodePart } from '../../../src/lib/text/encodePart';
import { href } from '../../../src/session/navigation/navigation';

it.each(['\ud800', '\udc00', 'a\ud800b', '\udc00\ud800'])('half of a surrogate pair in %j still makes an address', text => {
  expect(encodePart(text)).toContain('%EF%BF%BD');
  expect(href(['data', text], { filter: text })).toContain('%EF%BF%BD');
});

it('complete surrogate pairs are kept', () => {
  expect(decodeURIComponent(encodePart('a/😀 b'))).toBe('a/😀 b');
});
