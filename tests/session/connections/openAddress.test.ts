import { openAddress } from '../../../src/session/connections/openAddress';

const pageUrl = 'https://oriel.example/data';

describe('the address that is shared', () => {
  it.each(
    'token access_token sitetoken apikey appkey key subscription-key code sig X-Amz-Signature auth basicauth pass pwd pw password pin otp sid session sessionid jwt client_secret credentials'.split(
      ' ',
    ),
  )('does not contain the parameter %s', name => {
    expect(openAddress(`https://api.example/graphql?a=1&${name}=hunter2`, pageUrl)).toBe('https://api.example/graphql?a=1');
  });

  it.each('author design keyspace tenant project version signal page_token pagetoken country_code'.split(' '))(
    'contains the parameter %s',
    name => {
      expect(openAddress(`/graphql?${name}=fleet`, pageUrl)).toBe(`https://oriel.example/graphql?${name}=fleet`);
    },
  );

  it('contains neither user name nor password', () => {
    expect(openAddress('https://ada:hunter2@api.example/graphql', pageUrl)).toBe('https://api.example/graphql');
  });

  it('is the text itself if it is no URL', () => {
    expect(openAddress('http://', pageUrl)).toBe('http://');
  });
});
