import { FileTooLargeError, readTextFile } from '../../src/ui/readTextFile';

it('returns the text of a file as large as the limit', async () => {
  expect(await readTextFile(new File(['Grüße'], 'a.txt'), 7)).toBe('Grüße');
});

it('refuses a larger file, with the limit in the error', async () => {
  const reading = readTextFile(new File(['Grüße'], 'a.txt'), 6);
  await expect(reading).rejects.toThrow(new FileTooLargeError(6));
  await expect(reading).rejects.toHaveProperty('limit', 6);
});

it('refuses text in another encoding, whose characters would be lost', async () => {
  const latin = new File([new Uint8Array([0x7b, 0xc5, 0x6c])], 'a.json');
  await expect(readTextFile(latin)).rejects.toThrow(new TypeError('The file is not UTF-8 text'));
});

it('reads UTF-16 with a byte order mark, and leaves marks out of the text', async () => {
  const little = new File([new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0xfc, 0x00])], 'a.json');
  const big = new File([new Uint8Array([0xfe, 0xff, 0x00, 0x7b, 0x00, 0xfc])], 'a.json');
  const plain = new File([new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0xc3, 0xbc])], 'a.json');
  expect(await Promise.all([little, big, plain].map(file => readTextFile(file)))).toEqual(['{ü', '{ü', '{ü']);
});
