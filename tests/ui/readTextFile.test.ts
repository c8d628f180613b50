import { FileTooLargeError, readTextFile } from '../../src/ui/readTextFile';

it('returns the text of a file as large as the limit', async () => {
  expect(await readTextFile(new File(['Grüße'], 'a.txt'), 7)).toBe('Grüße');
});

it('refuses a larger file, with the limit in the error', async () => {
  const reading = readTextFile(new File(['Grüße'], 'a.txt'), 6);
  await expect(reading).rejects.toThrow(new FileTooLargeError(6));
  await expect(reading).rejects.toHaveProperty('limit', 6);
});
