/** Folders of operations: on disk by file system handles, and in memory. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOpenFolder } from '../../../../src/features/query/folder/openFolder';
import {
  contentAfterSave,
  contentOfFile,
  diskFolder,
  type FileHandle,
  type FolderHandle,
  fileOfContent,
  memoryFolder,
  newPath,
} from '../../../../src/features/query/folder/operationFolder';
import { zipArchive } from '../../../../src/features/query/folder/zipArchive';
import { readOperationFile } from '../../../../src/session/operations/operationFile';

/** Handles over a map of texts. */
function fakeDisk(files: Map<string, string>, within = '', name = 'queries'): FolderHandle {
  const file = (own: string): FileHandle => ({
    kind: 'file',
    name: own.split('/').at(-1) ?? '',
    getFile: async () => new File([files.get(own) ?? ''], own),
    createWritable: async () => {
      let text = '';
      return {
        write: async piece => {
          text += piece;
        },
        close: async () => void files.set(own, text),
      };
    },
  });
  const inner = (own: string): string => (within === '' ? own : `${within}/${own}`);
  return {
    kind: 'directory',
    name,
    async *values() {
      const seen = new Set<string>();
      for (const each of files.keys()) {
        if (within !== '' && !each.startsWith(`${within}/`)) continue;
        const [first = '', ...rest] = each.slice(within === '' ? 0 : within.length + 1).split('/');
        if (rest.length === 0) yield file(each);
        else if (!seen.has(first)) yield fakeDisk(files, inner(first), first);
        seen.add(first);
      }
    },
    async getFileHandle(own, { create = false } = {}) {
      if (!create && !files.has(inner(own))) throw new DOMException(`no ${own}`, 'NotFoundError');
      return file(inner(own));
    },
    getDirectoryHandle: async own => fakeDisk(files, inner(own), own),
  };
}

const SHIPS =
  '# oriel\n# variables: {"first": 1}\n# assert   status = 200\n# ---\nquery Ships($first: Int) { ships(first: $first) { id } }\n';

it('a folder is read and saved in place: unchanged bytes are kept', async () => {
  const files = new Map([
    ['a/ships.graphql', SHIPS],
    ['readme.md', 'no operation'],
    ['.git/x.graphql', '{ a }'],
    ['node_modules/x.graphql', '{ a }'],
  ]);
  const folder = createOpenFolder();
  await folder.use(diskFolder(fakeDisk(files)));
  expect(folder.get().paths).toEqual(['a/ships.graphql']);
  const content = await folder.read('a/ships.graphql');
  expect(content).toMatchObject({ query: SHIPS, variables: '{"first": 1}' });
  expect(await folder.save('a/ships.graphql', { ...content, id: '1' })).toBe(true);
  expect(files.get('a/ships.graphql')).toBe(SHIPS);
  await folder.save('a/ships.graphql', { ...content, id: '1', variables: '{"first": 2}' });
  expect(files.get('a/ships.graphql')).toBe(
    SHIPS.replace('# variables: {"first": 1}\n', '').replace('# oriel\n', '# oriel\n# variables: {"first": 2}\n'),
  );
  await folder.save('new.graphql', { id: '2', query: '{ a }', variables: '', headers: [], operation: null });
  expect(folder.get().paths).toEqual(['a/ships.graphql', 'new.graphql']);
});

it('line breaks of the file are kept, although the editor has its own', () => {
  const before = '# oriel\r\n# variables: {\r\n#   "first": 2\r\n# }\r\n# ---\r\nquery Ships {\r\n  ships { id }\r\n}\r\n';
  const typed = (query: string) => ({ ...contentOfFile(before), query });
  const shown = before.replaceAll('\r\n', '\n');
  // As the editor counts, so that positions in the text match the screen.
  expect(contentOfFile(before).query).toBe(shown);
  expect(contentAfterSave(typed(shown), typed(shown), before, before).query).toBe(shown);
  expect(fileOfContent(typed(shown), before)).toBe(before);
  expect(fileOfContent(typed(`${shown}# end\n`), before)).toBe(`${before}# end\r\n`);
  expect(fileOfContent({ ...typed(shown), variables: '{"first": 3}' }, before)).toBe(
    before.replace('{\r\n#   "first": 2\r\n# }', '{"first": 3}'),
  );
  const mixed = '{ a\r\n\rb\n}';
  expect(fileOfContent({ ...contentOfFile(mixed), query: '{ a\n\nb\n}' }, mixed)).toBe(mixed);
});

it('a file that others changed meanwhile is not overwritten', async () => {
  const files = new Map([['ships.graphql', SHIPS]]);
  const folder = createOpenFolder();
  await folder.use(diskFolder(fakeDisk(files)));
  const content = await folder.read('ships.graphql');
  files.set('ships.graphql', '{ other }');
  expect(await folder.save('ships.graphql', { ...content, id: '1', query: '{ mine }' })).toBe(false);
  expect(files.get('ships.graphql')).toBe('{ other }');
});

it('a new file does not overwrite one that is not in the list', async () => {
  const files = new Map<string, string>();
  const folder = createOpenFolder();
  await folder.use(diskFolder(fakeDisk(files)));
  files.set('made.graphql', '{ theirs }');
  const mine = { id: '1', query: '{ mine }', variables: '', headers: [], operation: null };
  expect(await folder.save('made.graphql', mine)).toBe(false);
  expect(files.get('made.graphql')).toBe('{ theirs }');
  expect(await folder.save('own.graphql', mine)).toBe(true);
  expect(files.get('own.graphql')).toBe('{ mine }');
});

it('a file that cannot be read is not overwritten', async () => {
  const files = new Map<string, string>();
  const folder = createOpenFolder();
  await folder.use({
    ...diskFolder(fakeDisk(files)),
    read: () => Promise.reject(new Error('The file is too large')),
  });
  const mine = { id: '1', query: '{ mine }', variables: '', headers: [], operation: null };
  await expect(folder.save('large.graphql', mine)).rejects.toThrow('too large');
  expect(files.size).toBe(0);
});

it('a file keeps its byte order mark, and one in another encoding is not opened, because saving would destroy its characters', async () => {
  const files = new Map([['ships.graphql', `\ufeff${SHIPS}`]]);
  const folder = createOpenFolder();
  await folder.use(diskFolder(fakeDisk(files)));
  const content = await folder.read('ships.graphql');
  expect(content.query).toBe(SHIPS);
  expect(await folder.save('ships.graphql', { ...content, id: '1', query: `${SHIPS}# end\n` })).toBe(true);
  expect(files.get('ships.graphql')).toBe(`\ufeff${SHIPS}# end\n`);
  expect(contentOfFile('{ a(t: "\ufeff") }').query).toBe('{ a(t: "\ufeff") }');
  const added = { ...contentOfFile('\ufeff{ a }'), variables: '{"b": 1}' };
  expect(fileOfContent(added, '\ufeff{ a }')).toBe('\ufeff# oriel\n# variables: {"b": 1}\n# ---\n{ a }');
  const latin = { size: 5, arrayBuffer: async () => Uint8Array.from([35, 32, 0xe9, 10, 123]).buffer };
  const file: FileHandle = { ...(await fakeDisk(files).getFileHandle('ships.graphql')), getFile: async () => latin };
  await folder.use(diskFolder({ ...fakeDisk(files), getFileHandle: async () => file }));
  await expect(folder.read('ships.graphql')).rejects.toThrow('not valid');
});

it('a new file can be saved into a folder of files that were chosen', async () => {
  const folder = createOpenFolder();
  await folder.use(await memoryFolder([]));
  expect(await folder.save('a.graphql', { id: '1', query: '{ a }', variables: '', headers: [], operation: null })).toBe(true);
  expect(folder.get().paths).toEqual(['a.graphql']);
});

it('a tab belongs to the file that was last opened in it', async () => {
  const folder = createOpenFolder();
  await folder.use(
    diskFolder(
      fakeDisk(
        new Map([
          ['a.graphql', '{ a }'],
          ['b.graphql', '{ b }'],
        ]),
      ),
    ),
  );
  await folder.read('a.graphql');
  folder.link('a.graphql', '1');
  await folder.read('b.graphql');
  folder.link('b.graphql', '1');
  expect(folder.get().opened.filter(({ tab }) => tab === '1')).toMatchObject([{ path: 'b.graphql' }]);
});

it('the typed head is saved, and changes beside the text take precedence over it', () => {
  const typed = '# oriel\n# variables: {"first": 5}\n# header X-Region: eu\n# ---\n{ a }\n';
  const empty = { variables: '', headers: [], operation: null };
  expect(fileOfContent({ ...empty, query: typed }, '')).toBe(typed);
  expect(fileOfContent({ ...empty, query: typed, headers: [{ name: '', value: '' }] }, '')).toBe(typed);
  const opened = contentOfFile(SHIPS);
  const changed = SHIPS.replace('"first": 1', '"first": 5');
  expect(fileOfContent({ ...opened, query: changed }, SHIPS)).toBe(changed);
  expect(readOperationFile(fileOfContent({ ...opened, query: changed, variables: '{"first": 7}' }, SHIPS)).variables).toBe(
    '{"first": 7}',
  );
  // Taken away in the text.
  const bare = SHIPS.replace('# variables: {"first": 1}\n', '');
  expect(fileOfContent({ ...opened, query: bare }, SHIPS)).toBe(bare);
});

describe('the selected operation of a file with several', () => {
  const TWO = 'query One { a }\n# query Other { a }\nmutation Two($x: In = { query: "query B {" }) @log(a: {}) { a { b } }\n';
  const saved = (before: string, operation: string | null, query = before) =>
    fileOfContent({ ...contentOfFile(before), query, operation }, before);
  const withTwo = `# oriel\n# operation Two\n# ---\n${TWO}`;

  it('is written to the file, and read from it', () => {
    expect(saved(TWO, 'Two')).toBe(withTwo);
    expect(contentOfFile(withTwo).operation).toBe('Two');
    expect(saved(withTwo, 'Two')).toBe(withTwo);
  });

  it('needs no entry if it is the first', () => {
    expect(saved(TWO, 'One')).toBe(TWO);
    expect(saved(withTwo, 'One')).not.toContain('# operation');
  });

  it('keeps the entry if another was typed, or if it has no name of its own', () => {
    const typed = withTwo.replace('# operation Two', '# operation One');
    expect(saved(withTwo, 'Two', typed)).toBe(typed);
    expect(saved(TWO, '#2')).toBe(TWO);
    expect(saved(TWO, 'Other')).toBe(TWO);
    expect(saved('{ a }\n\nfragment query on A { b }', 'query')).toBe('{ a }\n\nfragment query on A { b }');
    expect(saved('query One { a }', 'One')).toBe('query One { a }');
  });
});

it('a change beside a secret that is in the document of the file keeps it; a new one is not written', () => {
  const before = 'mutation { signIn(token: "dem0", first: 1) { id } }';
  const typed = (query: string) => fileOfContent({ ...contentOfFile(before), query }, before);
  expect(typed(before.replace('id', 'name'))).toBe(before.replace('id', 'name'));
  expect(typed(before.replace('dem0', 'hunter2'))).not.toContain('hunter2');
});

it('a secret that was typed in the head is not written', () => {
  const query =
    '# oriel\n# variables: {"password": "hunter2"}\n# header X-Api-Key: k3y\n# ---\nquery A($password: String) { a(password: $password) }\n';
  const text = fileOfContent({ query, variables: '', headers: [], operation: null }, '');
  expect(text).not.toMatch(/hunter2|k3y/);
  expect(readOperationFile(text).headers).toEqual([{ name: 'X-Api-Key', value: '' }]);
});

it('a secret is not written into a file; a variable of an environment is', () => {
  const content = {
    ...contentOfFile('query A($password: String, $token: String) { a(password: $password, token: $token) }'),
    variables: '{"password": "hunter2", "token": "{{token}}"}',
    headers: [
      { name: 'X-Api-Key', value: 'k3y' },
      { name: 'X-Forwarded', value: 'Bearer k3y-of-mine' },
      { name: 'X-Auth-Token', value: '{{key}}' },
      { name: 'Cookie', value: 'session=8f3a; region={{region}}' },
      { name: 'X-Region', value: 'eu' },
    ],
  };
  const text = fileOfContent(content, '');
  expect(text).not.toMatch(/hunter2|k3y/);
  expect(text).toContain('{{token}}');
  expect(text).toContain('# header X-Auth-Token: {{key}}');
  // A variable beside a secret does not make it public.
  expect(text).not.toContain('8f3a');
  expect(text).toContain('# header X-Region: eu');
});

const file = (name: string, text: BlobPart): File =>
  Object.defineProperty(new File([text], name.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: name });

it('chosen files keep their bytes; one in another encoding is left out', async () => {
  const latin = Uint8Array.from([35, 32, 0xe9, 10, 123]);
  const folder = await memoryFolder([file('q/a.graphql', `\ufeff${SHIPS}`), file('q/b.graphql', latin)]);
  expect(await folder.list()).toEqual(['a.graphql']);
  expect(await folder.read('a.graphql')).toBe(`\ufeff${SHIPS}`);
});

it('chosen files are a folder in memory, and are saved as a standard archive', async () => {
  const folder = await memoryFolder([file('queries/a/Schiffe äöü.graphql', SHIPS), file('queries/notes.txt', 'x')]);
  expect([folder.name, await folder.list()]).toEqual(['queries', ['a/Schiffe äöü.graphql']]);
  const archive = zipArchive([
    { path: 'a/Schiffe äöü.graphql', text: SHIPS },
    { path: 'b.graphql', text: '{ b }' },
  ]);
  const place = mkdtempSync(path.join(tmpdir(), 'oriel-zip-'));
  writeFileSync(path.join(place, 'a.zip'), archive);
  const read =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print("\\n".join(n + "=" + z.read(n).decode() for n in z.namelist()))';
  const said = execFileSync('python3', ['-X', 'utf8', '-c', read, path.join(place, 'a.zip')], { encoding: 'utf8' });
  rmSync(place, { recursive: true });
  expect(said).toBe(`a/Schiffe äöü.graphql=${SHIPS}\nb.graphql={ b }\n`);
});

it.each([
  ['Ships', 'Ships.graphql'],
  ['a.gql', 'a.graphql'],
  ['../a', null],
  ['a/b', null],
  ['', null],
  ['.git', null],
  ['a\u0000b', null],
])('the name %j becomes the path %j', (name, wanted) => expect(newPath(name)).toBe(wanted));

it.each([
  ['ships', ['Ships.graphql']],
  ['o\u0308l', ['\u00f6l.graphql']],
  ['CON', []],
  ['nul.x', []],
])('a new file is not named %j, which another file or a device has on some disks', (name, taken) => {
  expect(newPath(name, taken)).toBeNull();
  expect(newPath('console', taken)).toBe('console.graphql');
});

it('saving keeps a head that already contains secrets', () => {
  const text = '# oriel\n# header Authorization: Bearer abc\n# variables: {"password": "hunter2"}\n# ---\n{ a }\n';
  const content = contentOfFile(text);
  expect(fileOfContent(content, text)).toBe(text);
  expect(fileOfContent({ ...content, query: text.replace('{ a }', '{ b }') }, text)).toBe(text.replace('{ a }', '{ b }'));
});

describe('saving over a file whose head contains a secret', () => {
  const HEAD =
    '# oriel\n# variables: {"password": "hunter2", "n": 1, "login": {"token": "t0ken", "tags": ["a"]}}\n# header X-Api-Key: k3y\n# ---\n';
  const FILE = `${HEAD}query A($password: String, $n: Int, $login: Login) { a(password: $password, n: $n, login: $login) }\n`;
  const opened = contentOfFile(FILE);
  const parts = (text: string) => {
    const { variables, headers } = readOperationFile(text);
    return { variables: JSON.parse(variables) as Record<string, unknown>, headers };
  };
  const login = { token: 't0ken', tags: ['a'] };

  it('keeps it if another value was changed', () => {
    const variables = opened.variables.replace('"n": 1', '"n": 12345678901234567890');
    const saved = fileOfContent({ ...opened, variables, headers: [...opened.headers, { name: 'X-Region', value: 'eu' }] }, FILE);
    expect(parts(saved)).toMatchObject({
      variables: { password: 'hunter2', login },
      headers: [
        { name: 'X-Api-Key', value: 'k3y' },
        { name: 'X-Region', value: 'eu' },
      ],
    });
    expect(saved).toContain('12345678901234567890');
  });

  it('keeps it if another secret was typed in its place, which is not written', () => {
    const variables = '{"password": "sec0nd", "n": 2, "login": {"token": "an0ther", "tags": ["a"]}}';
    const saved = fileOfContent({ ...opened, variables, headers: [{ name: 'x-api-key', value: 'n3w' }] }, FILE);
    expect(parts(saved)).toEqual({
      variables: { password: 'hunter2', n: 2, login },
      headers: [{ name: 'x-api-key', value: 'k3y' }],
    });
    expect(saved).not.toMatch(/sec0nd|an0ther|n3w/);
  });

  it('removes it if it was deleted, or replaced by a variable of an environment', () => {
    const variables = '{"password": "", "n": 2, "login": {"token": "{{token}}", "tags": []}}';
    const saved = fileOfContent({ ...opened, variables, headers: [] }, FILE);
    expect(parts(saved)).toEqual({ variables: { password: '', n: 2, login: { token: '{{token}}', tags: [] } }, headers: [] });
  });

  it('writes no new secret beside it', () => {
    const variables = opened.variables.replace('"n": 1', '"apiKey": "n3w"');
    const saved = fileOfContent({ ...opened, variables, headers: [...opened.headers, { name: 'Cookie', value: 'n3w' }] }, FILE);
    expect(saved).not.toContain('n3w');
    expect(parts(saved).variables).toMatchObject({ password: 'hunter2', apiKey: '' });
  });
});

describe('secrets of a file keep their places', () => {
  const save = (variables: string, next: string, query = 'query Q { a }'): string => {
    const before = `# oriel\n# variables: ${variables}\n# ---\n${query}\n`;
    return readOperationFile(fileOfContent({ ...contentOfFile(before), variables: next }, before)).variables;
  };
  const ann = '{"name":"ann","password":"ANNPW"}';
  const bob = '{"name":"bob","password":"BOBPW"}';
  const users = (...items: string[]): string => `{"users":[${items.join(',')}]}`;

  it.each([
    ['one is removed', users(bob), users(bob)],
    ['two are swapped', users(bob, ann), users(bob, ann)],
    ['one is changed', users(ann, bob.replace('BOBPW', 'NEW')), users(ann, bob)],
    ['one is replaced', users(ann, '{"name":"eve","password":"NEW"}'), users(ann, '{"name":"eve","password":""}')],
    [
      'one is removed and one is replaced',
      users(bob, '{"name":"eve","password":"NEW"}'),
      users(bob, '{"name":"eve","password":""}'),
    ],
    ['one is removed, the other changed', users(bob.replace('BOBPW', 'NEW')), users(bob.replace('BOBPW', ''))],
  ])('if %s in a list', (_what, next, saved) => expect(save(users(ann, bob), next)).toBe(saved));

  it.each([
    ['one is removed', '{"tokens":["T2"],"n":2}', '{"tokens":["T2"],"n":2}'],
    ['one is new', '{"tokens":["T1","T3"],"n":2}', '{"tokens":["T1","T2"],"n":2}'],
    ['all are removed', '{"tokens":[],"n":2}', '{"tokens":[],"n":2}'],
    ['an object takes the place', '{"tokens":{"T3":true},"n":2}', '{"tokens":["T1","T2"],"n":2}'],
  ])('if %s in a list of secrets', (_what, next, saved) => expect(save('{"tokens":["T1","T2"],"n":1}', next)).toBe(saved));

  it('and the rest of a text that contains a secret is saved with its changes', () => {
    const body = (user: string, password: string): string => JSON.stringify({ body: JSON.stringify({ user, password }) });
    expect(save(body('ann', 'P1'), body('bob', 'P1'))).toBe(body('bob', 'P1'));
    expect(save(body('ann', 'P1'), body('bob', 'P2'))).toBe(body('bob', ''));
  });

  it('and numbers beside them keep their digits', () => {
    expect(save('{"id":1,"password":"OLD"}', '{"id":12345678901234567890,"password":"NEW"}')).toBe(
      '{"id":12345678901234567890,"password":"OLD"}',
    );
    expect(save('{"id":12345678901234567890,"password":"OLD"}', '{"id":12345678901234567891,"password":"OLD"}')).toContain('891');
  });

  it('and so do headers of one name', () => {
    const before = '# oriel\n# header X-Api-Key: K1\n# header X-Api-Key: K2\n# ---\n{ a }\n';
    const saved = (...values: string[]): string[] => {
      const headers = values.map(value => ({ name: 'X-Api-Key', value }));
      return readOperationFile(fileOfContent({ ...contentOfFile(before), headers }, before)).headers.map(({ value }) => value);
    };
    expect(saved('K2')).toEqual(['K2']);
    expect(saved('K2', 'K1')).toEqual(['K2', 'K1']);
    expect(saved('K1', 'NEW')).toEqual(['K1', 'K2']);
    expect(saved('K2', 'NEW')).toEqual(['K2', '']);
    expect(saved('NEW')).toEqual(['']);
  });
});
