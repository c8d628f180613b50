/** Sign-in and mutations over HTTP: their rules, and errors at their argument. */
import { SignJWT } from 'jose';
import { type GraphQLAnswer, type RunningHarbour, startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

let harbour: RunningHarbour;
let token: string;
beforeAll(async () => {
  harbour = await startHarbour();
  token = await harbour.signIn();
}, 60_000);
afterAll(() => harbour.close());

const FIELDS =
  'id status eta arrivedAt departedAt cargoTonnes value notes metadata cancelReason changedAt berth { id } ship { id }';
interface Visit {
  id: string;
  status: string;
  eta: string;
  arrivedAt: string | null;
  departedAt: string | null;
  cargoTonnes: number | null;
  value: number | null;
  notes: string | null;
  metadata: unknown;
  cancelReason: string | null;
  berth: { id: string };
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const book = (input: Record<string, unknown>, as = token) =>
  harbour.ask<{ bookVisit: Visit }>(
    `mutation ($input: BookVisitInput!) { bookVisit(input: $input) { ${FIELDS} } }`,
    { input },
    as,
  );
const change = (id: string, patch: Record<string, unknown>, as = token) =>
  harbour.ask<{ changeVisit: Visit }>(
    `mutation ($id: ID!, $patch: VisitPatch!) { changeVisit(id: $id, patch: $patch) { ${FIELDS} } }`,
    { id, patch },
    as,
  );
const cancel = (id: string, reason: string, as = token) =>
  harbour.ask<{ cancelVisit: Visit }>(
    `mutation ($id: ID!, $reason: String!) { cancelVisit(id: $id, reason: $reason) { ${FIELDS} } }`,
    { id, reason },
    as,
  );
const booked = async (input: Record<string, unknown> = {}) => {
  const response = await book({ shipId: 'ship-3', berthId: 'berth-1', eta: inDays(3), ...input });
  expect(response.errors).toBeUndefined();
  return response.data.bookVisit;
};
const places = (response: GraphQLAnswer<unknown>) =>
  (response.errors ?? []).map(error => [error.extensions?.code, error.extensions?.argumentPath]);

describe('signing in', () => {
  test('the access code returns a token that is valid for an hour, and me returns the user', async () => {
    const { data } = await harbour.ask<{
      signIn: { token: string; expiresAt: string; viewer: { name: string; signedInAt: string; tokenExpiresAt: string } };
    }>('mutation ($code: String!) { signIn(code: $code) { token expiresAt viewer { name signedInAt tokenExpiresAt } } }', {
      code: ` ${harbour.accessCode} `,
    });
    const { viewer, expiresAt } = data.signIn;
    expect(viewer).toMatchObject({ name: 'Harbour office', tokenExpiresAt: expiresAt });
    expect(Date.parse(expiresAt) - Date.parse(viewer.signedInAt)).toBe(3_600_000);
    const me = await harbour.ask('{ me { name tokenExpiresAt } }', {}, data.signIn.token);
    expect(me.data).toEqual({ me: { name: 'Harbour office', tokenExpiresAt: expiresAt } });
  });

  test('without a token, me is null and queries work; with an invalid one, only me is an error', async () => {
    expect((await harbour.ask('{ me { name } }')).data).toEqual({ me: null });
    const bad = await harbour.ask('{ me { name } berths { id } }', {}, 'not.a.token');
    expect(bad.status).toBe(200);
    expect(bad.errors).toHaveLength(1);
    expect(bad.errors?.[0]).toMatchObject({ path: ['me'], extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_INVALID' } });
    expect((bad.data.berths as unknown[]).length).toBe(24);
  });

  test('a token of another harbour, without a signature, or of another algorithm is invalid', async () => {
    const claims = () => new SignJWT({ name: 'Harbour office' }).setIssuer('oriel-harbour').setIssuedAt().setExpirationTime('1h');
    const foreign = await claims().setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    const [, payload] = foreign.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const other = await claims().setProtectedHeader({ alg: 'HS512' }).sign(new Uint8Array(64));
    for (const forged of [foreign, unsigned, other]) {
      expect((await harbour.ask('{ me { name } }', {}, forged)).errors?.[0]?.extensions).toMatchObject({
        code: 'UNAUTHENTICATED',
        reason: 'TOKEN_INVALID',
      });
    }
  });

  test('a token without a role is of the harbour office, and one with an unknown role is invalid', async () => {
    const [row] = await harbour.database.query<{ value: string }>(`select value from harbour.settings where key = 'token key'`);
    const key = new Uint8Array(Buffer.from(row?.value ?? '', 'base64'));
    const roleOf = async (role?: string) => {
      const claims = new SignJWT({ name: 'Somebody', ...(role === undefined ? {} : { role }) }).setProtectedHeader({
        alg: 'HS256',
      });
      const signed = await claims.setIssuer('oriel-harbour').setIssuedAt().setExpirationTime('1h').sign(key);
      const { data, errors } = await harbour.ask<{ me: { role: string } }>('{ me { role } }', {}, signed);
      return errors?.[0]?.extensions?.reason ?? data.me.role;
    };
    expect(await roleOf()).toBe('HARBOUR_OFFICE');
    expect(await roleOf('PILOT_STATION')).toBe('PILOT_STATION');
    expect(await roleOf('CUSTOMS')).toBe('TOKEN_INVALID');
  });

  test('an expired token is reported as expired by everything that needs a token', async () => {
    const brief = await startHarbour({ tokenLifetimeSeconds: 1 });
    try {
      const old = await brief.signIn();
      jest.useFakeTimers({
        doNotFake: [
          'nextTick',
          'setImmediate',
          'setTimeout',
          'setInterval',
          'clearTimeout',
          'clearInterval',
          'queueMicrotask',
          'performance',
        ],
        now: Date.now() + 5000,
      });
      const response = await brief.ask('mutation { cancelVisit(id: "visit-1", reason: "no reason") { id } }', {}, old);
      expect(response.errors?.[0]).toMatchObject({
        message: 'The token has expired. Sign in again.',
        extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_EXPIRED' },
      });
      expect((await brief.ask('{ berths { id } }', {}, old)).errors).toBeUndefined();
    } finally {
      jest.useRealTimers();
      await brief.close();
    }
  });

  test('a wrong code is reported at its argument; after ten, further wrong ones are refused for a while, and the right one is accepted', async () => {
    const guarded = await startHarbour({ accessCode: 'open sesame' });
    try {
      const attempt = (code: string) => guarded.ask('mutation ($code: String!) { signIn(code: $code) { token } }', { code });
      for (let i = 0; i < 10; i++) expect(places(await attempt('sesame open'))).toEqual([['BAD_USER_INPUT', ['code']]]);
      const blocked = await attempt('sesame open');
      expect(blocked.data).toEqual({ signIn: null });
      expect(blocked.errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', argumentPath: ['code'] });
      expect(blocked.errors?.[0]?.extensions?.retryAfterSeconds).toBeGreaterThan(50);
      const many = await guarded.ask(
        `mutation { ${Array.from({ length: 30 }, (_, i) => `a${i}: signIn(code: "x${i}") { token }`).join(' ')} }`,
      );
      expect(new Set(many.errors?.map(error => error.extensions?.code))).toEqual(new Set(['TOO_MANY_ATTEMPTS']));
      expect((await attempt('open sesame')).data).toEqual({ signIn: { token: expect.any(String) } });
    } finally {
      await guarded.close();
    }
  });

  test.each([
    'bookVisit(input: { shipId: "ship-1", berthId: "berth-1", eta: "2030-01-01T00:00:00Z" }) { id }',
    'changeVisit(id: "visit-1", patch: {}) { id }',
    'cancelVisit(id: "visit-1", reason: "none") { id }',
  ])('%s needs a token', async mutation => {
    const response = await harbour.ask(`mutation { ${mutation} }`);
    expect(response.status).toBe(200);
    expect(response.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_MISSING' } }]);
  });
});

describe('booking', () => {
  test('a visit is booked with all its details and can be read', async () => {
    const eta = inDays(10);
    const visit = await booked({
      eta,
      cargoTonnes: 1234.5,
      value: '9007199254740993',
      notes: 'Zeile 1\n<b>2</b> 🚢',
      metadata: { __proto__x: [1, null, { a: 'b' }] },
    });
    expect(visit).toMatchObject({
      status: 'EXPECTED',
      eta,
      cargoTonnes: 1234.5,
      notes: 'Zeile 1\n<b>2</b> 🚢',
      metadata: { __proto__x: [1, null, { a: 'b' }] },
      arrivedAt: null,
    });
    const raw = await fetch(harbour.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query ($id: ID!) { visit(id: $id) { value } }', variables: { id: visit.id } }),
    });
    expect(await raw.text()).toBe('{"data":{"visit":{"value":9007199254740993}}}');
  });

  test('inline JSON keeps every key, even __proto__', async () => {
    const response = await harbour.ask<{ bookVisit: Visit }>(
      `mutation ($eta: DateTime!, $n: JSON) { bookVisit(input: { shipId: "ship-3", berthId: "berth-1", eta: $eta, metadata: { __proto__: { a: 1.5 }, list: [true, null, RED, $n] } }) { metadata } }`,
      { eta: inDays(1), n: { deep: 'x' } },
      token,
    );
    expect(JSON.stringify(response.data.bookVisit.metadata)).toBe(
      '{"list": [true, null, "RED", {"deep": "x"}], "__proto__": {"a": 1.5}}'.replaceAll(': ', ':').replaceAll(', ', ','),
    );
  });

  test('all problems are reported at once, each at its field', async () => {
    const response = await book({
      shipId: 'ship-999',
      berthId: 'ship-1',
      eta: inDays(-1),
      cargoTonnes: -1,
      value: -5,
      notes: 'x'.repeat(10_001),
      metadata: { text: 'x'.repeat(70_000) },
    });
    expect(response.data).toEqual({ bookVisit: null });
    expect(places(response)).toEqual([
      ['BAD_USER_INPUT', ['input', 'shipId']],
      ['BAD_USER_INPUT', ['input', 'berthId']],
      ['BAD_USER_INPUT', ['input', 'eta']],
      ['BAD_USER_INPUT', ['input', 'cargoTonnes']],
      ['BAD_USER_INPUT', ['input', 'value']],
      ['BAD_USER_INPUT', ['input', 'notes']],
      ['BAD_USER_INPUT', ['input', 'metadata']],
    ]);
    expect(response.errors?.[2]?.message).toBe('The expected arrival must be in the future.');
    expect(response.errors?.every(error => error.path?.join() === 'bookVisit')).toBe(true);
  });

  test.each([
    [{ eta: inDays(800) }, 'eta', 'The expected arrival can be at most two years ahead.'],
    [{ notes: 'a\0b' }, 'notes', 'Remarks cannot contain the character U+0000.'],
    [{ metadata: ['\0'] }, 'metadata', 'Metadata cannot contain the character U+0000.'],
    [
      { shipId: 'ship-2', berthId: 'berth-20' },
      'berthId',
      /^Western Legacy is 322\.4 m long\. The maximum length at Timber Quay is 170 m\.$/,
    ],
  ])('%j is refused', async (input, field, message) => {
    const response = await book({ shipId: 'ship-3', berthId: 'berth-1', eta: inDays(2), ...input });
    expect(places(response)).toEqual([['BAD_USER_INPUT', ['input', field]]]);
    expect(response.errors?.[0]?.message).toMatch(message);
  });

  test('invalid variables are reported field by field, before anything runs', async () => {
    const response = await book({ shipId: 'ship-3', eta: 'tomorrow', cargoTonnes: 'much', value: 1.5, surprise: true } as never);
    expect(response.status).toBe(400);
    expect(response.errors?.map(error => error.extensions)).toEqual(
      expect.arrayContaining(
        [['input', 'berthId'], ['input', 'eta'], ['input', 'cargoTonnes'], ['input', 'value'], ['input']].map(path => ({
          code: 'BAD_USER_INPUT',
          argumentPath: path,
          variablePath: path,
        })),
      ),
    );
    expect(response.errors).toHaveLength(5);
  });

  test.each([
    ['2026-02-30T00:00:00Z', false],
    ['2026-07-01', false],
    ['2026-07-01T12:00:00', false],
    ['2026-07-01T24:00:00Z', false],
    ['2026-13-01T00:00:00Z', false],
    ['2026-07-01T23:59:59.123456+05:30', true],
    ['2026-07-01t00:00:00z', true],
  ])('the moment %s is read: %s', async (moment, fine) => {
    const response = await harbour.ask('query ($m: DateTime!) { visits(limit: 0, where: { eta: { gt: $m } }) { id } }', {
      m: moment,
    });
    expect(response.errors === undefined).toBe(fine);
    const literal = await harbour.ask(`{ visits(limit: 0, where: { eta: { gt: "${moment}" } }) { id } }`);
    expect(literal.errors === undefined).toBe(fine);
  });

  test.each([
    ['9223372036854775807', true],
    ['9223372036854775808', false],
    ['-9223372036854775808', true],
    [9007199254740991, true],
    [9007199254740992, false],
    [1.5, false],
    ['1e3', false],
    ['', false],
    [true, false],
  ])('the big integer %j is read: %s', async (value, fine) => {
    const response = await harbour.ask('query ($v: BigInt) { visits(limit: 0, where: { value: { gt: $v } }) { id } }', {
      v: value,
    });
    expect(response.errors === undefined).toBe(fine);
  });
});

describe('changing', () => {
  test('omitted fields are unchanged, null clears a field, and the other fields are set', async () => {
    const visit = await booked({ cargoTonnes: 10, value: '10', notes: 'keep', metadata: { a: 1 } });
    const first = await change(visit.id, { cargoTonnes: 20 });
    expect(first.data.changeVisit).toMatchObject({ ...visit, cargoTonnes: 20, changedAt: expect.any(String) });
    const second = await change(visit.id, {
      notes: null,
      value: null,
      cargoTonnes: null,
      metadata: null,
      berthId: 'berth-2',
      eta: inDays(4),
    });
    expect(second.data.changeVisit).toMatchObject({
      notes: null,
      value: null,
      cargoTonnes: null,
      metadata: null,
      berth: { id: 'berth-2' },
    });
  });

  test('the status of a visit changes in order, and its times are set', async () => {
    const visit = await booked();
    const arrived = inDays(-0.5);
    const alongside = await change(visit.id, { status: 'ALONGSIDE', arrivedAt: arrived });
    expect(alongside.data.changeVisit).toMatchObject({ status: 'ALONGSIDE', arrivedAt: arrived, departedAt: null });
    const departed = await change(visit.id, { status: 'DEPARTED' });
    expect(departed.data.changeVisit).toMatchObject({ status: 'DEPARTED', arrivedAt: arrived });
    expect(Date.parse(departed.data.changeVisit.departedAt as string)).toBeGreaterThan(Date.now() - 60_000);
    const back = await change(visit.id, { status: 'EXPECTED' });
    expect(back.data.changeVisit).toMatchObject({ status: 'EXPECTED', arrivedAt: null, departedAt: null });
  });

  test.each([
    [{ status: null }, ['patch', 'status']],
    [{ status: 'CANCELLED' }, ['patch', 'status']],
    [{ eta: null }, ['patch', 'eta']],
    [{ eta: '1999-01-01T00:00:00Z' }, ['patch', 'eta']],
    [{ berthId: null }, ['patch', 'berthId']],
    [{ berthId: 'berth-99' }, ['patch', 'berthId']],
    [{ arrivedAt: inDays(-1) }, ['patch', 'arrivedAt']],
    [{ status: 'ALONGSIDE', departedAt: inDays(-1) }, ['patch', 'departedAt']],
    [{ status: 'ALONGSIDE', arrivedAt: null }, ['patch', 'arrivedAt']],
    [{ status: 'DEPARTED', departedAt: null }, ['patch', 'departedAt']],
    [{ status: 'DEPARTED', arrivedAt: inDays(-1), departedAt: inDays(-2) }, ['patch', 'departedAt']],
    [{ status: 'ALONGSIDE', arrivedAt: inDays(2) }, ['patch', 'arrivedAt']],
  ])('the patch %j is refused at its field', async (patch, argumentPath) => {
    const visit = await booked();
    expect(places(await change(visit.id, patch))).toEqual([['BAD_USER_INPUT', argumentPath]]);
  });

  test('a visit that does not exist or is cancelled is reported at its id', async () => {
    expect(places(await change('visit-99999', {}))).toEqual([['BAD_USER_INPUT', ['id']]]);
    expect(places(await change('ship-1', {}))).toEqual([['BAD_USER_INPUT', ['id']]]);
    const visit = await booked();
    await cancel(visit.id, 'No cargo after all.');
    expect((await change(visit.id, { notes: 'x' })).errors?.[0]?.message).toBe('A cancelled visit cannot be changed.');
  });

  test('two simultaneous changes do not overwrite each other', async () => {
    const visit = await booked();
    await Promise.all([change(visit.id, { notes: 'both' }), change(visit.id, { cargoTonnes: 7 })]);
    const { data } = await harbour.ask<{ visit: Visit }>('query ($id: ID!) { visit(id: $id) { notes cargoTonnes } }', {
      id: visit.id,
    });
    expect(data.visit).toEqual({ notes: 'both', cargoTonnes: 7 });
  });
});

describe('cancelling', () => {
  test('keeps the visit, with the reason', async () => {
    const visit = await booked();
    const response = await cancel(visit.id, '  Diverted.  ');
    expect(response.data.cancelVisit).toMatchObject({ id: visit.id, status: 'CANCELLED', cancelReason: 'Diverted.' });
    expect(places(await cancel(visit.id, 'Again.'))).toEqual([['BAD_USER_INPUT', ['id']]]);
  });

  test('needs a reason, and a visit that has not started', async () => {
    const visit = await booked();
    expect(places(await cancel(visit.id, ' x '))).toEqual([['BAD_USER_INPUT', ['reason']]]);
    expect(places(await cancel(visit.id, 'x'.repeat(501)))).toEqual([['BAD_USER_INPUT', ['reason']]]);
    await change(visit.id, { status: 'ALONGSIDE' });
    expect((await cancel(visit.id, 'Too late.')).errors?.[0]?.message).toBe(
      'A visit cannot be cancelled after the ship has arrived.',
    );
    expect(places(await cancel('visit-0', 'Nobody.'))).toEqual([['BAD_USER_INPUT', ['id']]]);
  });
});

describe('ships, berths and deleting', () => {
  const ship = { type: 'FERRY', flag: 'Norway', lengthMetres: 120.5, grossTonnage: 9000, builtOn: '2019-04-01' };
  const createShip = (input: Record<string, unknown>, as = token) =>
    harbour.ask<{ createShip: { id: string; name: string; builtOn: string } }>(
      'mutation ($input: CreateShipInput!) { createShip(input: $input) { id name builtOn } }',
      { input },
      as,
    );

  test('a ship is created with a new id, changed and deleted', async () => {
    const created = await createShip({ name: 'Test Ferry', imo: '9074729', ...ship });
    expect(created.errors).toBeUndefined();
    expect(created.data.createShip).toEqual({ id: 'ship-401', name: 'Test Ferry', builtOn: '2019-04-01' });
    const changed = await harbour.ask(
      'mutation { updateShip(id: "ship-401", patch: { name: "Other", lengthMetres: 130 }) { name flag lengthMetres } }',
      {},
      token,
    );
    expect(changed.data).toEqual({ updateShip: { name: 'Other', flag: 'Norway', lengthMetres: 130 } });
    const deleted = await harbour.ask('mutation { deleteShip(id: "ship-401") { id } }', {}, token);
    expect(deleted.data).toEqual({ deleteShip: { id: 'ship-401' } });
    expect((await harbour.ask('{ ship(id: "ship-401") { id } }')).data).toEqual({ ship: null });
  });

  test('all invalid values are reported at once, each at its field', async () => {
    const response = await createShip({ ...ship, name: ' ', imo: '1234567', lengthMetres: 900 });
    expect(places(response)).toEqual([
      ['BAD_USER_INPUT', ['input', 'name']],
      ['BAD_USER_INPUT', ['input', 'lengthMetres']],
    ]);
    const cleared = await harbour.ask('mutation { updateBerth(id: "berth-1", patch: { name: null }) { id } }', {}, token);
    expect(places(cleared)).toEqual([['BAD_USER_INPUT', ['patch', 'name']]]);
    const doubled = await harbour.ask(
      'mutation { updateBerth(id: "berth-1", patch: { code: "B2" }) { id } updateShip(id: "ship-1", patch: { imo: "12" }) { id } }',
      {},
      token,
    );
    expect(doubled.errors?.map(error => error.extensions?.argumentPath)).toContainEqual(['patch', 'imo']);
  });

  test('a ship or a berth with visits cannot be deleted; a visit is deleted with its documents', async () => {
    const refused = await harbour.ask(
      'mutation { deleteShip(id: "ship-1") { id } deleteBerth(id: "berth-1") { id } }',
      {},
      token,
    );
    expect(refused.data).toEqual({ deleteShip: null, deleteBerth: null });
    const visit = await booked();
    const deleted = await harbour.ask('mutation ($id: ID!) { deleteVisit(id: $id) { id ship { id } } }', { id: visit.id }, token);
    expect(deleted.data).toEqual({ deleteVisit: { id: visit.id, ship: { id: 'ship-3' } } });
    expect((await harbour.ask('query ($id: ID!) { visit(id: $id) { id } }', { id: visit.id })).data).toEqual({ visit: null });
  });

  test('they cannot be changed without a token', async () => {
    expect((await createShip({ name: 'x', imo: '9074729', ...ship }, '')).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });

  test('several ships are created, changed and deleted, all or none of them', async () => {
    const createShips = (inputs: object[]) =>
      harbour.ask<{ createShips: { id: string }[] }>(
        'mutation ($inputs: [CreateShipInput!]!) { createShips(inputs: $inputs) { id } }',
        { inputs },
        token,
      );
    const twice = [
      { ...ship, name: 'One', imo: '9074729' },
      { ...ship, name: 'Two', imo: '9074729' },
    ];
    expect(places(await createShips([]))).toEqual([['BAD_USER_INPUT', ['inputs']]]);
    expect(places(await createShips(twice))).toEqual([['BAD_USER_INPUT', ['inputs', 1, 'imo']]]);
    const created = await createShips([twice[0] as object, { ...twice[1], imo: '9319466' }]);
    expect(created.errors).toBeUndefined();
    const ids = created.data.createShips.map(({ id }) => id);
    const updateShips = (changes: object[]) =>
      harbour.ask('mutation ($changes: [ShipChange!]!) { updateShips(changes: $changes) { name version } }', { changes }, token);
    const [one, two] = ids;
    const refused = await updateShips([
      { id: one, patch: { name: 'Changed' } },
      { id: two, patch: { name: ' ' } },
    ]);
    expect(places(refused)).toEqual([['BAD_USER_INPUT', ['changes', 1, 'patch', 'name']]]);
    const changed = await updateShips([
      { id: one, patch: { flag: 'Malta' }, version: 1 },
      { id: two, patch: { flag: 'Malta' } },
    ]);
    expect(changed.data).toEqual({
      updateShips: [
        { name: 'One', version: 2 },
        { name: 'Two', version: 2 },
      ],
    });
    const deleteShips = (wanted: unknown[]) =>
      harbour.ask('mutation ($ids: [ID!]!) { deleteShips(ids: $ids) { id } }', { ids: wanted }, token);
    expect(places(await deleteShips([one, 'ship-1']))).toEqual([['BAD_USER_INPUT', ['ids', 1]]]);
    expect((await deleteShips(ids)).data).toEqual({ deleteShips: ids.map(id => ({ id })) });
  });
});

describe('versions', () => {
  test('a change that is based on an older version is refused, and changes nothing', async () => {
    const visit = await booked();
    const changeVersion = (version: number, notes: string) =>
      harbour.ask<{ changeVisit: { version: number } }>(
        'mutation ($id: ID!, $patch: VisitPatch!, $version: Int) { changeVisit(id: $id, patch: $patch, version: $version) { version } }',
        { id: visit.id, patch: { notes }, version },
        token,
      );
    expect((await changeVersion(1, 'first')).data).toEqual({ changeVisit: { version: 2 } });
    expect(places(await changeVersion(1, 'second'))).toEqual([['CONFLICT', ['version']]]);
    expect((await change(visit.id, { notes: 'third' })).errors).toBeUndefined();
    const read = await harbour.ask('query ($id: ID!) { visit(id: $id) { notes version } }', { id: visit.id });
    expect(read.data).toEqual({ visit: { notes: 'third', version: 3 } });
  });

  test.each(['Ship', 'Berth'])('so is a change of a %s', async type => {
    const id = `${type.toLowerCase()}-2`;
    const update = (version: number | null) =>
      harbour.ask<Record<string, { version: number }>>(
        `mutation ($version: Int) { update${type}(id: "${id}", patch: { name: "Other" }, version: $version) { version } }`,
        { version },
        token,
      );
    expect((await update(1)).data).toEqual({ [`update${type}`]: { version: 2 } });
    expect(places(await update(1))).toEqual([['CONFLICT', ['version']]]);
    expect((await update(null)).data).toEqual({ [`update${type}`]: { version: 3 } });
  });
});

describe('the pilot station', () => {
  let pilot: string;
  beforeAll(async () => {
    pilot = await harbour.signIn(harbour.harbour.pilotCode);
  });

  test('signs in with its own code, and can change visits', async () => {
    expect((await harbour.ask('{ me { name role } }', {}, pilot)).data).toEqual({
      me: { name: 'Pilot station', role: 'PILOT_STATION' },
    });
    const visit = await booked();
    expect((await change(visit.id, { notes: 'Pilot on board.' }, pilot)).data.changeVisit.notes).toBe('Pilot on board.');
  });

  test.each([
    'deleteVisit(id: "visit-1") { id }',
    'cancelVisit(id: "visit-1", reason: "No reason") { id }',
    'dredgeBerth(berthId: "berth-1", depthMetres: 49) { __typename }',
    'updateShip(id: "ship-1", patch: { name: "Mine" }) { id }',
    'deleteShips(ids: ["ship-1"]) { id }',
    'createBerth(input: { code: "P1", name: "P", kind: BULK, maxLengthMetres: 100, depthMetres: 10, cranes: 0 }) { id }',
  ])('cannot run %s', async mutation => {
    expect(places(await harbour.ask(`mutation { ${mutation} }`, {}, pilot))).toEqual([['FORBIDDEN', undefined]]);
  });
});

test('a berth is deepened, or the result says why not', async () => {
  const { data } = await harbour.ask<{ visits: { berth: { id: string; depthMetres: number } }[] }>(
    '{ visits(where: { status: { eq: ALONGSIDE } }, limit: 1) { berth { id depthMetres } } }',
  );
  const [{ berth } = { berth: { id: '', depthMetres: 0 } }] = data.visits;
  const created = await harbour.ask<{ createBerth: { id: string } }>(
    'mutation { createBerth(input: { code: "X9", name: "New Quay", kind: BULK, maxLengthMetres: 100, depthMetres: 10, cranes: 0 }) { id } }',
    {},
    token,
  );
  const dredge = async (berthId: string, depthMetres: number) =>
    (
      await harbour.ask<{ dredgeBerth: object }>(
        `mutation ($berthId: ID!, $depthMetres: Float!) {
          dredgeBerth(berthId: $berthId, depthMetres: $depthMetres) {
            __typename ... on Berth { depthMetres version } ... on Refusal { message } ... on BerthOccupied { visit { berth { id } } }
          }
        }`,
        { berthId, depthMetres },
        token,
      )
    ).data.dredgeBerth;
  expect(await dredge(berth.id, berth.depthMetres + 1)).toMatchObject({
    __typename: 'BerthOccupied',
    visit: { berth: { id: berth.id } },
  });
  const { id } = created.data.createBerth;
  expect(await dredge(id, 9)).toMatchObject({
    __typename: 'DepthNotPossible',
    message: 'The depth of New Quay is 10 m. Enter more than that, up to 50 m.',
  });
  expect(await dredge(id, 51)).toMatchObject({ __typename: 'DepthNotPossible' });
  expect(await dredge(id, 12)).toEqual({ __typename: 'Berth', depthMetres: 12, version: 2 });
});
