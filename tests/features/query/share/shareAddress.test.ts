/**
 * @jest-environment node
 */
/** Documents in addresses. In Node, which has the same compression streams as browsers. */
import { contentOfAddress, plainAddress, shareAddress } from '../../../../src/features/query/share/shareAddress';
import { readAddress } from '../../../../src/session/navigation/navigation';

describe('a link', () => {
  const back = (address: string) => contentOfAddress(readAddress(address).query);

  it('restores the same document and variables, short or long, and contains no secret', async () => {
    const short = { query: '{ a }', variables: '{\n  "x": 1\n}', operation: 'A' };
    expect(await back(await shareAddress(short))).toEqual(short);
    const long = {
      query: `query A { ${'ships { name } '.repeat(500)} }`,
      variables: '{"token": "hunter2", "x": 1}',
      operation: null,
    };
    const address = await shareAddress(long);
    expect(address.length).toBeLessThan(500);
    expect(await back(address)).toEqual({ ...long, variables: '{"token": "", "x": 1}' });
    expect(plainAddress(long)).not.toContain('hunter2');
  });

  it('keeps integers beyond 2^53', async () => {
    const address = await shareAddress({ query: '{ a }', variables: '{"id":9007199254740993}', operation: null });
    expect(await back(address)).toMatchObject({ variables: '{"id":9007199254740993}' });
  });

  it('that is truncated says so', async () => {
    const address = await shareAddress({ query: 'x'.repeat(9000), variables: '', operation: null });
    await expect(back(address.slice(0, -4))).rejects.toThrow();
    expect(await back('/query')).toBeNull();
  });
});
