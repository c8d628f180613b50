import { fileName } from '../../src/ui/saveFile';

it.each([
  ['ships.csv', 'ships.csv'],
  ['../../etc/a\\b:c*?.json', 'etc-a-b-c-.json'],
  ['ships\u202evsc.exe.csv', 'ships-vsc.exe.csv'],
  ['...', 'file'],
])('%j is saved as %j', (name, saved) => {
  expect(fileName(name)).toBe(saved);
});

it('a long name keeps its extension, so that a server cannot choose another one', () => {
  const saved = fileName(`${'a'.repeat(115)}.html${'b'.repeat(80)}.graphql`);
  expect(saved).toHaveLength(120);
  expect(saved).toMatch(/\.graphql$/);
  expect(fileName('x'.repeat(200))).toBe('x'.repeat(120));
});

it.each([112, 113])('a name is not cut within a character after %d others', length => {
  expect(() => encodeURIComponent(fileName(`${'x'.repeat(length)}🚢🚢🚢🚢.json`))).not.toThrow();
});
