import { reportText } from '../../src/run/reports';

const failedFile = (file: string) => ({
  file,
  operation: null,
  state: 'failed' as const,
  problems: [{ line: 1, message: 'No' }],
  assertions: [],
  ms: 1,
  status: 200,
});

it.each([
  '::stop-commands::x.graphql',
  '  ::error::x.graphql',
  '\n::error::x.graphql',
  '##[error]x.graphql',
  '##vso[task]x.graphql',
])('no line of a report is a command for CI, whatever the name of the file: %j', name => {
  for (const line of reportText('text', [failedFile(name)]).split('\n')) {
    // Runners of GitHub ignore the spaces before a command.
    expect(line.trimStart()).not.toMatch(/^::/);
    expect(line).not.toMatch(/##\w*\[/);
  }
});
