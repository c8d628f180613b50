import { createClientLimit } from '../../../src/lib/network/clientLimit';

/** The number of admitted addresses if each client has a limit of one. */
const clients = (...addresses: string[]): number => {
  const { hold } = createClientLimit(1);
  return addresses.filter(address => hold(address) !== null).length;
};

it('a released place can be used again, once', () => {
  const { hold } = createClientLimit(2);
  const [first] = [hold('10.0.0.1'), hold('10.0.0.1')];
  expect(hold('10.0.0.1')).toBeNull();
  first?.();
  first?.();
  expect([hold('10.0.0.1') !== null, hold('10.0.0.1')]).toEqual([true, null]);
});

it.each([
  ['the same address, also as an IPv6 one', ['10.0.0.1', '::ffff:10.0.0.1'], 1],
  ['other addresses', ['10.0.0.1', '10.0.0.2'], 2],
  ['one /64 of IPv6', ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6'], 1],
  ['one whose zeros are left out', ['2001:db8::1', '2001:db8::2', '2001:db8::5:6:7:8', '2001:db8:0:0:1::'], 1],
  ['another /64', ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1'], 3],
  ['this machine', ['::1', '::1'], 1],
  ['invalid addresses', ['', ''], 1],
])('%s: as many clients as there are', (_, addresses, expected) => {
  expect(clients(...addresses)).toBe(expected);
});
