/**
 * `npm run test:package`: packs Oriel, installs the tarball in an empty folder together with the servers that can embed it, and tests the
 * command, each embed and the types there, in a real Chromium.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { root } from '../build.mjs';
import { ensureChromium } from '../chromium.mjs';
import { ORDINARY, runImageSteps } from './imageSteps.mjs';

const HOSTS = fileURLToPath(new URL('hosts/', import.meta.url));
const MOST_PACKED = 4_000_000;
/**
 * Besides Node (86 MB without symbols), Alpine and the C++ library (11 MB), this much is left for installed files in an image of 120 MB.
 */
const MOST_INSTALLED = 23_000_000;
const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const { dependencies: servers } = JSON.parse(readFileSync(path.join(root, 'tests/support/servers/package.json'), 'utf8'));
const PEERS = ['express', 'graphql', 'graphql-yoga', '@apollo/server', '@as-integrations/express5', 'mercurius'].map(
  name => `${name}@${devDependencies[name] ?? servers[name]}`,
);
const OTHERS = [
  'helmet@8',
  'hono@4',
  '@hono/node-server@1',
  '@nestjs/core@11',
  '@nestjs/common@11',
  '@nestjs/platform-express@11',
  '@nestjs/platform-fastify@11',
];
const TYPES = [
  `typescript@${devDependencies.typescript}`,
  `@types/node@${devDependencies['@types/node']}`,
  '@types/express@5',
  'reflect-metadata@0.2',
  'rxjs@7',
];

const folder = mkdtempSync(path.join(tmpdir(), 'oriel-package-'));
const image = mkdtempSync(path.join(tmpdir(), 'oriel-image-'));
const BIN = path.join(folder, 'node_modules/.bin/oriel');
const npm = (...parameters) =>
  execFileSync('npm', parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
/** @type {import('playwright-core').Browser} */
let browser;
let tarball;
/** Running processes, each with the function that ends it: the process itself, or its process group if it starts others. */
const children = new Map();

before(async () => {
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tarball = path.join(folder, packed.trim().split('\n').at(-1));
  assert.ok(statSync(tarball).size <= MOST_PACKED, `the package has ${statSync(tarball).size} bytes`);
  npm('install', '--no-audit', '--no-fund', tarball, ...PEERS, ...OTHERS, ...TYPES);
  cpSync(HOSTS, folder, { recursive: true });
  browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});
after(async () => {
  await browser?.close();
  endAll();
  execFileSync('chmod', ['-R', 'u+w', image]);
  for (const each of [folder, image]) rmSync(each, { recursive: true, force: true });
});

function endAll() {
  for (const [child, id] of children) if (child.exitCode === null && child.signalCode === null) process.kill(id);
}

/** Starts a program of the folder. Resolves with the first address that it prints. */
function start(file, parameters = [], env = {}, options = {}) {
  const child = spawn(process.execPath, [file, ...parameters], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  children.set(child, options.detached ? -child.pid : child.pid);
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', text => {
      output += text;
      const address = /http:\/\/\S+/.exec(output)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)));
  });
}

/** The default policy of helmet 8, and a strict policy for scripts and styles. A page has to obey all of its policies. */
const HOST_POLICIES = [
  "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;" +
    "object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
  "script-src 'self'; style-src 'self'; require-trusted-types-for 'script'",
];

/** Adds policies to the page's own, as if the host sent them. */
async function addPolicies(page, policies) {
  await page.route('**/*', async route => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const own = response.headers()['content-security-policy'];
    const headers = { ...response.headers(), 'content-security-policy': [own, ...policies].filter(Boolean).join(', ') };
    await route.fulfill({ response, headers });
  });
}

/**
 * Opens the page and resolves when its rows are shown. Returns how long that took, console messages and policy violations, and the hosts
 * that received requests.
 * @param policies policies in addition to the page's own
 * @param withView true if the host passes a view to the page, which is then opened from the rail
 */
async function open(address, policies = [], withView = false) {
  const page = await browser.newPage();
  if (policies.length > 0) await addPolicies(page, policies);
  const complaints = [];
  const hosts = new Set();
  page.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('request', request => hosts.add(new URL(request.url()).host));
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', event =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  const begun = performance.now();
  await page.goto(address);
  await page.getByText('Nordlys').first().waitFor({ timeout: 60_000 });
  const took = performance.now() - begun;
  if (withView) {
    await page.getByRole('link', { name: 'Fleet', exact: true }).click();
    await page.getByRole('button', { name: 'View: Fleet', exact: true }).waitFor();
  }
  for (const screen of ['Query', 'Docs', 'Wire', 'Settings']) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await page.waitForLoadState('networkidle');
  }
  const link = await page.locator('a.rail-link').first().getAttribute('href');
  await page.reload();
  await page.locator('h1').first().waitFor();
  complaints.push(...(await page.evaluate(() => window.violations)));
  await page.close();
  return { took, complaints, hosts: [...hosts], link };
}

for (const host of [
  'express.mjs',
  'strict.mjs',
  'fastify.mjs',
  'mercurius.mjs',
  'hono.mjs',
  'yoga.mjs',
  'apollo.mjs',
  'nest.cjs',
  'nestFastify.cjs',
  'next.mjs',
]) {
  test(`${host} shows rows, the host's view and every tool, asks no other host and breaks no policy, helmet's and strict ones included`, async () => {
    const address = await start(host);
    const { complaints, hosts, link } = await open(address, HOST_POLICIES, true);
    assert.deepEqual(complaints, []);
    assert.deepEqual(hosts, [new URL(address).host]);
    assert.match(link, /#\/data\//);
  });
}

for (const unknown of ['404.html', 'no page']) {
  test(`a folder of a static host two levels deep shows rows and every tool where unknown addresses get ${unknown}`, async () => {
    const address = await start('static.mjs', [unknown]);
    const { complaints, hosts, link } = await open(address);
    assert.deepEqual(complaints, []);
    assert.deepEqual(hosts, [new URL(address).host]);
    assert.match(link, /#\/data\//);
    const others = { [address.slice(0, -1)]: address };
    if (unknown === '404.html') others[`${address}data/ships`] = `${address}#/data/ships`;
    for (const [other, leadsTo] of Object.entries(others)) {
      const page = await browser.newPage();
      await page.goto(other);
      await page.getByText('Nordlys').first().waitFor();
      assert.ok(page.url().startsWith(leadsTo), page.url());
      await page.close();
    }
  });
}

for (const isStripped of [true, false]) {
  test(`the command works two levels deep behind a proxy that ${isStripped ? 'strips' : 'keeps'} the prefix`, async () => {
    const api = new URL(await start('yoga.mjs')).origin;
    const oriel = await start(BIN, [`${api}/graphql`, '--port', '0']);
    const proxy = createServer((request, response) => {
      const { method, url, headers } = request;
      const target = new URL(isStripped ? url.replace('/tools/oriel', '') : url, oriel);
      const passed = ask(target, { method, headers }, answer => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    });
    await new Promise(resolve => proxy.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${proxy.address().port}`;
    const { complaints, hosts, link } = await open(`http://${host}/tools/oriel/`);
    assert.deepEqual(complaints, []);
    assert.deepEqual(hosts, [host]);
    assert.match(link, /^\/tools\/oriel\/data\//);
    proxy.closeAllConnections();
    proxy.close();
  });
}

test('the command shows an API, behind two options', async () => {
  const api = new URL(await start('yoga.mjs')).origin;
  const begun = performance.now();
  const address = await start(BIN, [`${api}/graphql`, '--port', '0', '--name', 'Orders']);
  const { took, complaints } = await open(address);
  process.stderr.write(
    `started in ${Math.round(performance.now() - begun - took)} ms with the tools, rows after ${Math.round(took)} ms\n`,
  );
  assert.deepEqual(complaints, []);
});

test('npx with an empty cache shows an API', async () => {
  const api = new URL(await start('yoga.mjs')).origin;
  const empty = path.join(folder, 'empty');
  mkdirSync(empty);
  const begun = performance.now();
  const parameters = ['exec', '--yes', '--package', tarball, '--', 'oriel', `${api}/graphql`, '--port', '0'];
  const env = { npm_config_cache: path.join(empty, 'cache') };
  const address = await start(process.env.npm_execpath, parameters, env, { cwd: empty, detached: true });
  process.stderr.write(`npx with an empty cache started in ${Math.round(performance.now() - begun)} ms\n`);
  const { complaints } = await open(address);
  assert.deepEqual(complaints, []);
});

test('without an address the command installs what the sample needs, once, and shows it', async () => {
  const cache = path.join(folder, 'cache');
  for (const isFirst of [true, false]) {
    const begun = performance.now();
    const address = await start(BIN, ['--port', '0'], { XDG_CACHE_HOME: cache });
    process.stderr.write(
      `the sample ${isFirst ? 'installed and started' : 'started'} in ${Math.round(performance.now() - begun)} ms\n`,
    );
    const page = await browser.newPage();
    await page.goto(`${address}/data/ships`);
    await page.locator('[role="rowheader"]').nth(5).waitFor();
    await page.close();
    endAll();
    await Promise.all([...children.keys()].map(child => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    children.clear();
  }
});

test('the command explains itself and refuses what it does not know', () => {
  assert.match(execFileSync(BIN, ['--help'], { encoding: 'utf8' }), /^Usage: oriel/);
  assert.match(execFileSync(BIN, ['--version'], { encoding: 'utf8' }), /^\d+\.\d+\.\d+/);
  assert.throws(() => execFileSync(BIN, ['--prot', '1'], { stdio: 'pipe' }), /--prot/);
  for (const address of ['example.com', 'http://', 'http://a b/'])
    assert.throws(() => execFileSync(BIN, [address], { stdio: 'pipe' }), /The address must be a URL/);
  for (const option of ['--port', '--name'])
    assert.throws(
      () => execFileSync(BIN, ['http://127.0.0.1/', option, ''], { stdio: 'pipe', timeout: 5000 }),
      RegExp(`${option} `),
    );
  assert.throws(
    () => execFileSync(BIN, ['http://127.0.0.1/', '--ws', 'ftp://x'], { stdio: 'pipe', timeout: 5000 }),
    /--ws must be/,
  );
});

test('every way to sign in works with the installed files, page and gateway', () => {
  execFileSync(
    'npm',
    ['run', 'test:browser', '--', 'tests/browser/signIn.test.ts', 'tests/browser/hosting/gatewaySignIn.test.ts'],
    {
      cwd: root,
      env: { ...process.env, PACKAGE_FOLDER: path.join(folder, 'node_modules/oriel') },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
});

test('oriel run checks a folder with a secret of its environment, which its JUnit report does not hold', async () => {
  const api = new URL(await start('yoga.mjs')).origin;
  const queries = path.join(folder, 'queries');
  mkdirSync(queries);
  writeFileSync(path.join(folder, 'run.env'), 'API_KEY="key-of-the-staging-server"\n');
  writeFileSync(
    path.join(queries, 'ships.graphql'),
    '# oriel\n# assert path data.ships[0].name matches "^Nor"\n# assert schema-valid\nquery Ships { ships { name } }\n',
  );
  writeFileSync(path.join(queries, 'wrong.graphql'), 'query Wrong { ship(id: "1") { nam } }\n');
  const report = path.join(folder, 'report.xml');
  const options = [
    '--endpoint',
    `${api}/graphql`,
    '--env',
    'run.env',
    '--header',
    'x-api-key: {{API_KEY}}',
    '--reporter',
    'junit',
  ];
  const child = spawn(process.execPath, [BIN, 'run', 'queries', ...options, '--output', report], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 1);
  const text = readFileSync(report, 'utf8');
  assert.match(text, /tests="2" failures="0" errors="1" skipped="0"/);
  assert.match(text, /classname="wrong.graphql" name="Wrong"[^>]*><error message="[^"]*status 400[^<]*Cannot query field/);
  assert.ok(!text.includes('key-of-the-staging-server'));
});

for (const [module, resolution] of [
  ['node16', 'node16'],
  ['nodenext', 'nodenext'],
  ['preserve', 'bundler'],
]) {
  test(`the types say what the options are and fit each host, resolved as by ${resolution}`, () => {
    const tsc = path.join(folder, 'node_modules/typescript/bin/tsc');
    const settings = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', 'node'];
    // The types of some hosts have errors.
    const settingsOf = { 'types.ts': settings, 'examples.ts': [...settings, '--skipLibCheck'] };
    for (const [file, more] of Object.entries(settingsOf))
      execFileSync(process.execPath, [tsc, ...more, '--module', module, '--moduleResolution', resolution, file], {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
      });
  });
}

test('the steps of the image, run by an ordinary user, give a server that is small, reads only and reports its health', async () => {
  const api = new URL(await start('yoga.mjs')).origin;
  chmodSync(image, 0o755);
  const { folder: last, env, start: command, check } = runImageSteps(root, image);
  const size = Number(execFileSync('du', ['-sb', path.join(last, 'srv')], { encoding: 'utf8' }).split('\t')[0]);
  assert.ok(size <= MOST_INSTALLED, `${size} bytes are installed`);
  execFileSync('chmod', ['-R', 'a-w', last]);
  const set = { ...env, HOST: '127.0.0.1', PORT: '0', ORIEL_UPSTREAM: `${api}/graphql` };
  const address = await start(command[0], command.slice(1), set, { cwd: last, ...ORDINARY });
  execFileSync('sh', ['-c', check], { env: { ...process.env, PORT: new URL(address).port } });
  const { complaints } = await open(address);
  assert.deepEqual(complaints, []);
});
