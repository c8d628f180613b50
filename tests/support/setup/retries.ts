/** Where CI shares its machine with others a test that fails runs once more; the first failure is printed. Elsewhere it fails at once. */
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
