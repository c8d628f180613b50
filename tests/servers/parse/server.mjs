/** Parse Server on the PostgreSQL of DATABASE_URL: ships and ports that everyone may read, and a user `captain`. */
import express from 'express';
import { ParseGraphQLServer, ParseServer } from 'parse-server';

const PORT = Number(process.env.PORT);
const HEADERS = {
  'content-type': 'application/json',
  'x-parse-application-id': 'oriel',
  'x-parse-master-key': 'oriel-master',
};
const anyone = { '*': true };
const permissions = { find: anyone, get: anyone, count: anyone, create: anyone, update: anyone, delete: anyone };

const graphql = express();
const parse = await ParseServer.startApp({
  appId: 'oriel',
  masterKey: 'oriel-master',
  databaseURI: process.env.DATABASE_URL,
  host: '127.0.0.1',
  port: PORT,
  mountPath: '/parse',
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  middleware: graphql,
  silent: true,
  logsFolder: null,
  schema: {
    definitions: [
      {
        className: 'Port',
        fields: { name: { type: 'String', required: true }, berths: { type: 'Number' } },
        classLevelPermissions: permissions,
      },
      {
        className: 'Ship',
        fields: {
          name: { type: 'String', required: true },
          tonnage: { type: 'Number' },
          isActive: { type: 'Boolean' },
          built: { type: 'Date' },
          home: { type: 'Pointer', targetClass: 'Port' },
        },
        classLevelPermissions: permissions,
      },
    ],
  },
});

// Mounted by hand: the server's own mounting leaves the schema closed to all but the master key.
new ParseGraphQLServer(parse, { graphQLPath: '/graphql', graphQLPublicIntrospection: true }).applyGraphQL(graphql);

const send = async (path, body) => {
  const response = await fetch(`http://127.0.0.1:${PORT}/parse${path}`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
};
const port = await send('/classes/Port', { name: 'Riga', berths: 12 });
for (let at = 0; at < 80; at++) {
  await send('/classes/Ship', {
    name: `Ship ${String(at + 1).padStart(3, '0')}`,
    tonnage: 1000 + at * 10,
    isActive: at % 2 === 0,
    built: { __type: 'Date', iso: new Date(Date.UTC(2000, 0, 1 + at)).toISOString() },
    home: { __type: 'Pointer', className: 'Port', objectId: port.objectId },
  });
}
await send('/users', { username: 'captain', password: 'sails-2026', email: 'captain@example.com' });
console.log(`Ready at http://127.0.0.1:${PORT}/graphql`);
