/** What is stored about an endpoint. */
import { memoryStorage } from '../../../src/lib/storage';
import { learnedEndpoint } from '../../../src/session/connections/learnedEndpoint';

it('is restored for the same URLs only', () => {
  const storage = memoryStorage();
  learnedEndpoint(storage, 'k', 'https://a.test').write({ subscriptions: 'sse', initPayload: 'authToken' });
  expect(learnedEndpoint(storage, 'k', 'https://a.test').read()).toEqual({ subscriptions: 'sse', initPayload: 'authToken' });
  expect(learnedEndpoint(storage, 'k', 'https://b.test').read()).toEqual({});
});

it.each(['null', '7', '[]', '{"addresses":"a","subscriptions":"pigeon","initPayload":7}', 'no json'])(
  'is empty if %s is stored',
  text => {
    const storage = memoryStorage();
    storage.setItem('k', text);
    expect(learnedEndpoint(storage, 'k', 'a').read()).toEqual({});
  },
);
