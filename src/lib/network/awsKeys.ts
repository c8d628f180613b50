/** AWS IAM credentials as a text that is stored instead of a token (isAwsKeys.ts). */

/** Credentials of AWS IAM. */
export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  /** For temporary credentials; '' for the long-term keys of a user. */
  sessionToken: string;
  /** Region of an API with a custom domain; '' if the host name contains the region. */
  region: string;
}

/** Returns the text to store. Its first line ends with a line break, which no token contains, because a header cannot. */
export const awsKeys = ({ accessKeyId, secretAccessKey, sessionToken, region }: AwsKeys): string =>
  [`AWS4 ${region}`, sessionToken, accessKeyId, secretAccessKey].join('\n');

/** Parses a text from `awsKeys`. */
export function readAwsKeys(stored: string): AwsKeys {
  const [heading = '', sessionToken = '', accessKeyId = '', secretAccessKey = ''] = stored.split('\n');
  return { accessKeyId, secretAccessKey, sessionToken, region: heading.slice('AWS4 '.length) };
}
