/** Credentials of AWS IAM as a text that is stored in the place of a token (isAwsKeys.ts). */

/** Credentials of AWS IAM. */
export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials; '' for the keys of a user. */
  sessionToken: string;
  /** Region of an API with a custom domain; '' if the host names it. */
  region: string;
}

/** The text to store. It begins as no token does, because a header cannot hold a line break. */
export const awsKeys = ({ accessKeyId, secretAccessKey, sessionToken, region }: AwsKeys): string =>
  [`AWS4 ${region}`, sessionToken, accessKeyId, secretAccessKey].join('\n');

/** Reads a text that `awsKeys` made. */
export function readAwsKeys(stored: string): AwsKeys {
  const [heading = '', sessionToken = '', accessKeyId = '', secretAccessKey = ''] = stored.split('\n');
  return { accessKeyId, secretAccessKey, sessionToken, region: heading.slice('AWS4 '.length) };
}
