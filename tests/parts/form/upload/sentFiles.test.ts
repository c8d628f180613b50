import { filesOf, sentShares, withoutFile } from '../../../../src/parts/form/upload/sentFiles';

const file = (size: number): Blob => new Blob(['x'.repeat(size)]);

test('files are found in the order of the variables, each once', () => {
  const [first, second, third] = [file(1), file(2), file(3)];
  expect(filesOf({ id: 'v1', files: [second, { inner: first }, second], cover: third, none: null })).toEqual([
    second,
    first,
    third,
  ]);
});

test.each([
  [0, [0, 0]],
  [50, [0, 0]],
  [100, [0.5, 0]],
  [150, [1, 0]],
  [250, [1, 0.5]],
  [350, [1, 1]],
])('after %i of 350 bytes, of which the first 50 are no file, the shares are %j', (sent, shares) => {
  expect([...sentShares([file(100), file(200)], sent, 350).values()]).toEqual(shares);
});

test('an empty file is sent once the files before it are', () => {
  const [large, empty] = [file(100), file(0)];
  expect([...sentShares([large, empty], 90, 100).values()]).toEqual([0.9, 0]);
  expect([...sentShares([large, empty], 100, 100).values()]).toEqual([1, 1]);
});

test('a file is taken out of a draft wherever it is', () => {
  const [first, second] = [file(1), file(1)];
  expect(withoutFile({ id: 'v1', files: [first, second], cover: second, inner: { only: [second] }, tags: [] }, second)).toEqual({
    id: 'v1',
    files: [first],
    cover: undefined,
    inner: { only: undefined },
    tags: [],
  });
});
