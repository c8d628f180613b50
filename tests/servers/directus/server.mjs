/** Directus on the PostgreSQL of DATABASE_URL: collections `ports` and `ships`, nothing for the public, `captain@example.com` may do all. */
import { execFileSync } from 'node:child_process';

const PORT = Number(process.env.PORT);
const address = `http://127.0.0.1:${PORT}`;
Object.assign(process.env, {
  HOST: '127.0.0.1',
  PUBLIC_URL: address,
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: process.env.DATABASE_URL,
  SECRET: 'oriel-secret-of-some-length-0123456789',
  ADMIN_EMAIL: 'captain@example.com',
  ADMIN_PASSWORD: 'sails-2026',
  ACCESS_TOKEN_TTL: '2h',
  WEBSOCKETS_ENABLED: 'true',
  WEBSOCKETS_GRAPHQL_ENABLED: 'true',
  TELEMETRY: 'false',
  SERVE_APP: 'false',
  LOG_LEVEL: 'error',
  RATE_LIMITER_ENABLED: 'false',
});
execFileSync(process.execPath, ['--input-type=module', '-e', "import '@directus/api/cli/run.js'", 'directus', 'bootstrap'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const { startServer } = await import('@directus/api/server');
await startServer();

let token = '';
const send = async (path, body) => {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()).data;
};
for (let tries = 0; token === '' && tries < 100; tries++) {
  await new Promise(resolve => setTimeout(resolve, 300));
  token = await send('/auth/login', { email: 'captain@example.com', password: 'sails-2026' }).then(
    data => data.access_token,
    () => '',
  );
}
const key = { field: 'id', type: 'integer', meta: { hidden: true }, schema: { is_primary_key: true, has_auto_increment: true } };
await send('/collections', {
  collection: 'ports',
  schema: {},
  meta: {},
  fields: [key, { field: 'name', type: 'string', schema: { is_nullable: false } }],
});
await send('/collections', {
  collection: 'ships',
  schema: {},
  meta: {},
  fields: [
    key,
    { field: 'name', type: 'string', schema: { is_nullable: false } },
    { field: 'kind', type: 'string' },
    { field: 'tonnage', type: 'integer' },
    { field: 'is_active', type: 'boolean', schema: { default_value: true } },
    { field: 'built', type: 'date' },
    { field: 'date_created', type: 'timestamp', meta: { special: ['date-created'] } },
    { field: 'home', type: 'integer', meta: { interface: 'select-dropdown-m2o', special: ['m2o'] } },
  ],
});
await send('/relations', { collection: 'ships', field: 'home', related_collection: 'ports' });
const port = await send('/items/ports', { name: 'Riga' });
await send(
  '/items/ships',
  Array.from({ length: 80 }, (_, at) => ({
    name: `Ship ${String(at + 1).padStart(3, '0')}`,
    kind: ['tanker', 'ferry', 'cargo'][at % 3],
    tonnage: 1000 + at * 10,
    is_active: at % 2 === 0,
    built: new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10),
    home: port.id,
  })),
);
console.log(`Ready at ${address}/graphql`);
