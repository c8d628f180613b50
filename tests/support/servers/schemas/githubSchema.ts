import { readFileSync } from 'node:fs';
import path from 'node:path';

/** GitHub's schema in the schema language, 1.5 MB. */
export const githubSchema = (): string =>
  readFileSync(path.resolve('tests/support/servers/node_modules/@octokit/graphql-schema/schema.graphql'), 'utf8');
