/** The rate limit of the sign-in, with a fake clock. */
import { createAccessGate } from '../../src/sample/auth/createAccessGate';

const clock = () => {
  const state = { now: 1_000_000 };
  return { state, now: () => state.now };
};

test('a code is random at every start, long enough, and without ambiguous letters', () => {
  const codes = Array.from({ length: 100 }, () => createAccessGate()).flatMap(gate => [gate.accessCode, gate.pilotCode]);
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[abcdefghjkmnpqrstuvwxyz2-9]{4}(-[abcdefghjkmnpqrstuvwxyz2-9]{4}){2}$/);
});

test('only the right codes are accepted, with or without spaces around it', () => {
  const gate = createAccessGate({ accessCode: 'open sesame', pilotCode: 'ahoy' });
  expect(gate.attempt('open sesame')).toEqual({ result: 'granted', role: 'HARBOUR_OFFICE' });
  expect(gate.attempt(' open sesame\n')).toEqual({ result: 'granted', role: 'HARBOUR_OFFICE' });
  expect(gate.attempt('ahoy')).toEqual({ result: 'granted', role: 'PILOT_STATION' });
  for (const wrong of ['', 'open', 'Open sesame', 'open sesame!', 'x'.repeat(100_000)]) {
    expect(gate.attempt(wrong).result).toBe('wrong');
  }
});

test('after ten wrong codes, further wrong ones are refused until a minute after the first', () => {
  const { state, now } = clock();
  const gate = createAccessGate({ accessCode: 'right' }, now);
  for (let i = 0; i < 10; i++) {
    expect(gate.attempt('wrong').result).toBe('wrong');
    state.now += 1000;
  }
  expect(gate.attempt('wrong')).toEqual({ result: 'blocked', retryAfterSeconds: 50 });
  state.now += 49_999;
  expect(gate.attempt('wrong')).toEqual({ result: 'blocked', retryAfterSeconds: 1 });
  state.now += 1;
  expect(gate.attempt('wrong').result).toBe('wrong');
});

test('the right code is always accepted, however many wrong codes precede it', () => {
  const gate = createAccessGate({ accessCode: 'right' }, clock().now);
  for (let i = 0; i < 10_000; i++) gate.attempt(`guess ${i}`);
  expect(gate.attempt('right')).toEqual({ result: 'granted', role: 'HARBOUR_OFFICE' });
});
