/** Strapi 5 on the PostgreSQL of DATABASE_URL: everybody reads ships and ports, those who are signed in change them; a user `captain`. */
const { mkdirSync } = require('node:fs');
const { join } = require('node:path');
const { createStrapi } = require('@strapi/strapi');

const ACTIONS = ['find', 'findOne', 'create', 'update', 'delete'];

async function allow(strapi, type, actions) {
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type } });
  for (const action of actions)
    await strapi.db.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
  return role;
}

async function main() {
  mkdirSync(join(__dirname, 'public', 'uploads'), { recursive: true });
  const strapi = await createStrapi({ appDir: __dirname, distDir: __dirname, autoReload: false, serveAdminPanel: false }).load();
  const of = names => ['ship', 'port'].flatMap(type => names.map(name => `api::${type}.${type}.${name}`));
  await allow(strapi, 'public', of(['find', 'findOne']));
  const role = await allow(strapi, 'authenticated', [...of(ACTIONS), 'plugin::users-permissions.user.me']);
  await strapi.plugin('users-permissions').service('user').add({
    username: 'captain',
    email: 'captain@example.com',
    password: 'sails-2026',
    provider: 'local',
    confirmed: true,
    role: role.id,
  });
  const port = await strapi.documents('api::port.port').create({ data: { name: 'Riga' } });
  for (let at = 0; at < 80; at++)
    await strapi.documents('api::ship.ship').create({
      data: {
        name: `Ship ${String(at + 1).padStart(3, '0')}`,
        kind: ['tanker', 'ferry', 'cargo'][at % 3],
        tonnage: 1000 + at * 10,
        isActive: at % 2 === 0,
        built: new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10),
        home: port.documentId,
      },
    });
  await strapi.server.mount();
  strapi.server.listen(Number(process.env.PORT), '127.0.0.1', () =>
    console.log(`Ready at http://127.0.0.1:${process.env.PORT}/graphql`),
  );
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
