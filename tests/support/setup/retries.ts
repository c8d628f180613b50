/** In CI, on a shared machine, a test that fails is run once more; the first failure is printed. Elsewhere there is no second run. */
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
