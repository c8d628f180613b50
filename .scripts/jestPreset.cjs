/** Options that all projects of `npm test` share. */
module.exports = {
  globalSetup: '<rootDir>/.scripts/testSetup.mjs',
  transform: { '\\.([cm]?[jt]sx?)$': '@swc/jest' },
  // These packages are ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!(oauth4webapi|jose|marked|@octokit/graphql-schema|@replit/codemirror-vim-core|graphql-upload|fs-capacitor|content-disposition)/)',
  ],
  setupFilesAfterEnv: ['<rootDir>/tests/support/setup/unchangedPrototypes.ts', '<rootDir>/tests/support/setup/retries.ts'],
  moduleNameMapper: { '\\.css$': '<rootDir>/tests/support/setup/emptyModule.ts' },
};
