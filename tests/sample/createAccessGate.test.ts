/** The guard at the sign-in, on a clock of our own. */
import { createAccessGate } from '../../src/sample/auth/createAccessGate';

const clock = () => {
  const state = { now: 1_000_000 };
  return { state, now: () => state.now };
};

test('a code is random at every start, long enough, and without letters that are mistaken for one another', () => {
  const codes = Array.from({ length: 200 }, () => createAccessGate().accessCode);
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[abcdefghjkmnpqrstuvwxyz2-9]{4}(-[abcdefghjkmnpqrstuvwxyz2-9]{4}){2}$/);
});

test('the right code is let in, with spaces around it too, and no other', () => {
  const gate = createAccessGate('open sesame');
  expect(gate.attempt('open sesame', '10.0.0.1')).toEqual({ result: 'granted' });
  expect(gate.attempt(' open sesame\n', '10.0.0.1')).toEqual({ result: 'granted' });
  for (const wrong of ['', 'open', 'Open sesame', 'open sesame!', 'x'.repeat(100_000)]) {
    expect(gate.attempt(wrong, '10.0.0.2').result).toBe('wrong');
  }
});

test('after ten wrong codes an address waits until a minute after the first, also with the right one', () => {
  const { state, now } = clock();
  const gate = createAccessGate('right', now);
  for (let i = 0; i < 10; i++) {
    expect(gate.attempt('wrong', '10.0.0.1').result).toBe('wrong');
    state.now += 1000;
  }
  expect(gate.attempt('right', '10.0.0.1')).toEqual({ result: 'blocked', retryAfterSeconds: 50 });
  expect(gate.attempt('right', '10.0.0.2')).toEqual({ result: 'granted' });
  state.now += 49_999;
  expect(gate.attempt('right', '10.0.0.1')).toEqual({ result: 'blocked', retryAfterSeconds: 1 });
  state.now += 1;
  expect(gate.attempt('right', '10.0.0.1')).toEqual({ result: 'granted' });
});

test('signing in forgets the wrong codes before it', () => {
  const gate = createAccessGate('right', clock().now);
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 9; i++) gate.attempt('wrong', '10.0.0.1');
    expect(gate.attempt('right', '10.0.0.1').result).toBe('granted');
  }
});

test('one IPv6 network counts as one address, an IPv4 address as itself in either form', () => {
  const gate = createAccessGate('right', clock().now);
  for (let i = 0; i < 10; i++) gate.attempt('wrong', `2001:db8:1:2:${i}::1`);
  expect(gate.attempt('right', '2001:db8:1:2:ffff::9').result).toBe('blocked');
  expect(gate.attempt('right', '2001:db8:1:3::1').result).toBe('granted');
  for (let i = 0; i < 10; i++) gate.attempt('wrong', i % 2 ? '::ffff:10.1.1.1' : '10.1.1.1');
  expect(gate.attempt('right', '10.1.1.1').result).toBe('blocked');
  expect(gate.attempt('right', '::ffff:10.1.1.2').result).toBe('granted');
});

test('a flood from many addresses does not pile up', () => {
  const gate = createAccessGate('right', clock().now);
  for (let i = 0; i < 10; i++) gate.attempt('wrong', 'first');
  for (let i = 0; i < 10_000; i++) gate.attempt('wrong', `address ${i}`);
  // Let go of as the oldest of more than ten thousand.
  expect(gate.attempt('right', 'first').result).toBe('granted');
});
