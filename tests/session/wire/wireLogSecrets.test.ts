/** Neither the wire log nor its exports contain a secret. */
import { wireLogHar } from '../../../src/features/wire/wireLogHar';
import type { WireLog } from '../../../src/session/wire/wireLog';
import { writeWireFile } from '../../../src/session/wire/wireLogFile';
import { settle } from '../../support/fakeSockets';
import { json } from '../../support/scriptedFetch';
import { collect } from '../../support/startTransport';
import { start, withAnswers } from './loggedTransport';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('secrets', () => {
  const OPAQUE = 'opaque-token-7f3a9';
  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJuaWxzIn0.c2lnbmF0dXJl';

  /** All texts of the log and of its exports. */
  const everything = (log: WireLog): string =>
    JSON.stringify(wireLogHar(log.get().entries, { pageUrl: 'https://oriel.test/' })) +
    writeWireFile(log.get().entries, 0) +
    JSON.stringify(log.get().entries);

  it('no token appears anywhere: header, echo in a response, error, frame, URL, configured header', async () => {
    for (const token of [OPAQUE, JWT]) {
      const { transport, network, storage, log } = start(
        {
          httpEndpoint: `http://nils:${token}@test/graphql?api_key=${token}`,
          wsEndpoint: `ws://test/graphql?token=${token}`,
          headers: { 'x-hasura-admin-secret': 'configured-secret' },
        },
        withAnswers(
          new Response(JSON.stringify({ data: { echo: `you sent ${token}` } }), {
            headers: { 'set-cookie': `t=${token}`, 'x-token': token },
          }),
          json({ errors: [{ message: `bad token ${token}`, extensions: { code: 'UNAUTHENTICATED', token } }] }, 401),
          json(`<html>${token}</html>`, 500, 'text/html'),
        ),
      );
      storage.values.set('apollo-token', token);
      const options = { requestPolicy: 'network-only' as const };
      await transport.client.query(`{ echo(text: "${token}") }`, { token }, options).toPromise();
      await transport.client.query('query E($t: String) { echo(text: $t) }', { t: token }, options).toPromise();
      await transport.client.query('{ page }', {}, options).toPromise();
      await collect(transport, 'subscription S($t: String) { s(t: $t) }', { t: token });
      await network.latest().accept();
      const id = network.latest().subscribes[0]?.id ?? '';
      network.latest().receive({ type: 'next', id, payload: { data: { s: token } } });
      network.latest().lose(4500, `bad ${token}`);
      await settle();
      expect(network.latest().inits[0]?.payload).toMatchObject({ Authorization: `Bearer ${token}` });
      const seen = everything(log);
      expect(seen).toContain('you sent •••');
      expect(seen).toContain('bad token •••');
      expect(seen).not.toContain(token);
      expect(seen).not.toContain('configured-secret');
      // The old token stays masked after a new one.
      storage.values.set('apollo-token', 'another-token');
      expect(everything(log)).not.toContain(token);
      transport.dispose();
    }
  });

  it('a sign-in: neither the code that was sent nor the token that was received, whatever their names', async () => {
    const { transport, log } = start(
      {},
      withAnswers(json({ data: { signIn: OPAQUE } }), json({ data: { login: { key: OPAQUE } } })),
    );
    await transport.client.mutation('mutation Door($code: String!) { signIn(code: $code) }', { code: '4711-0815' }).toPromise();
    await transport.client.mutation('mutation { login(user: "nils", word: "sesame") { key } }', {}).toPromise();
    const seen = everything(log);
    expect(seen).toContain('signIn');
    for (const secret of [OPAQUE, '4711-0815', 'sesame']) expect(seen).not.toContain(secret);
  });

  it('credentials have many names: keys, one-time codes, numbers', async () => {
    const { transport, log } = start(
      {},
      withAnswers(
        json({ data: { createApiKey: { id: 'k1', key: OPAQUE } } }),
        json({ data: { requestOtp: { code: '83105' } } }),
        json({ data: { logIn: { ok: true } } }),
      ),
    );
    await transport.client.mutation('mutation { createApiKey { id key } }', {}).toPromise();
    await transport.client.mutation('mutation { requestOtp { code } }', {}).toPromise();
    await transport.client.mutation('mutation { logIn(member: 48151623) { ok } }', {}).toPromise();
    const seen = everything(log);
    for (const secret of [OPAQUE, '83105', '48151623']) expect(seen).not.toContain(secret);
  });

  it('a variable for a secret argument, in a query and in a subscription', async () => {
    const { transport, network, log } = start({}, withAnswers(json({ data: { open: true } })));
    await transport.client
      .query('query Q($w: String, $n: Int) { open(password: $w, n: $n) }', { w: 'sesame', n: 4711 })
      .toPromise();
    await collect(transport, 'subscription S($w: String) { s(password: $w) }', { w: 'sesame' });
    await network.latest().accept();
    await settle();
    const seen = everything(log);
    expect(seen).not.toContain('sesame');
    expect(seen).toContain('4711');
    transport.dispose();
  });

  it('similar names stay readable', async () => {
    const { transport, log } = start({}, withAnswers(json({ data: { addToCatalog: { id: 'catalog-item-1' } } })));
    const document = 'mutation A($input: CatalogInput!) { addToCatalog(input: $input) { id } }';
    await transport.client.mutation(document, { input: { name: 'Blog Only', code: 'NL' } }).toPromise();
    const seen = everything(log);
    for (const plain of ['catalog-item-1', 'Blog Only', 'NL']) expect(seen).toContain(plain);
  });

  it('a token learned later is masked in earlier entries', async () => {
    const { transport, log } = start(
      {},
      withAnswers(json({ data: { ticket: OPAQUE } }), json({ errors: [{ message: `hm, ${OPAQUE}` }] })),
    );
    await transport.client.mutation('mutation { buy { ticket } }', {}).toPromise();
    await transport.client.mutation('mutation { sell }', {}).toPromise();
    expect(everything(log)).toContain(OPAQUE);
    log.hide(OPAQUE);
    expect(everything(log)).not.toContain(OPAQUE);
  });
});
