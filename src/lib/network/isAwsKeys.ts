/** True for a stored text that holds AWS credentials (awsKeys.ts), false for a token. */
export const isAwsKeys = (stored: string): boolean => /^AWS4 .*\n/.test(stored);

/** The secrets in a stored text: the token, or the lines of the credentials without the first line. */
export const secretsIn = (stored: string): string[] => stored.split('\n').slice(-3).filter(Boolean);
