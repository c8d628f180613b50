import { fieldLabel, nameKey, plural, readableName, singular, wordsOf } from '../../../src/schema/model/readableName';

it.each([
  ['shipPositions', 'Ship positions'],
  ['created_at', 'Created at'],
  ['imo', 'IMO'],
  ['imoNumber', 'IMO number'],
  ['HTTPServer', 'HTTP server'],
  ['oAuthApplications', 'OAuth applications'],
  ['linked_oauth2_user', 'Linked OAuth2 user'],
  ['OAuthScope', 'OAuth scope'],
  ['photoAuthor', 'Photo author'],
  ['aiModel', 'AI model'],
  ['SCREAMING_CASE', 'Screaming case'],
  ['BULK_CARRIER', 'Bulk carrier'],
  ['userId', 'User ID'],
  ['ids', 'IDs'],
  ['photoURL', 'Photo URL'],
  ['_private', 'Private'],
  ['x', 'X'],
  ['A', 'A'],
  ['line2Text', 'Line2 text'],
  ['__typename', 'Typename'],
  ['_', '_'],
  ['__proto__', 'Proto'],
])('%s reads as "%s"', (name, text) => {
  expect(readableName(name)).toBe(text);
});

it('a relation that PostGraphile names after its column is named after the related record', () => {
  expect(fieldLabel('shipsByBerthId')).toBe('Ships');
  expect(fieldLabel('berthByBerthId')).toBe('Berth');
  expect(fieldLabel('soldBy')).toBe('Sold by');
});

it('an identifier is split into its words', () => {
  expect(wordsOf('IMONumber_old2')).toEqual(['IMO', 'Number', 'old2']);
  expect(wordsOf('pumpTemp005')).toEqual(['pump', 'Temp', '005']);
  expect(wordsOf('pumpTemp120')).toEqual(['pump', 'Temp', '120']);
  expect(readableName('sha256')).toBe('SHA 256');
  expect(wordsOf('')).toEqual([]);
});

it.each([
  ['ship', 'ships'],
  ['category', 'categories'],
  ['box', 'boxes'],
  ['size', 'sizes'],
  ['waltz', 'waltzes'],
  ['buzz', 'buzzes'],
  ['branch', 'branches'],
  ['person', 'people'],
  ['salesPerson', 'salesPeople'],
  ['child', 'children'],
  ['status', 'statuses'],
  ['day', 'days'],
  ['licenseCode', 'licenseCodes'],
  ['visit', 'visits'],
])('one %s, many %s', (one, many) => {
  expect(plural(one)).toBe(many);
  expect(singular(many)).toBe(one);
});

it('a singular stays singular, and a plural stays plural', () => {
  for (const word of ['status', 'address', 'analysis', 'bus', 'ship', 'glass']) expect(singular(word)).toBe(word);
  for (const word of ['ships', 'people', 'data']) expect(plural(word)).toBe(word);
});

it('spellings of one name share a key', () => {
  expect(nameKey('shipPositions')).toBe(nameKey('ship_position'));
  expect(nameKey('ShipPosition')).toBe('shipposition');
});
