/** A feed shows values as the presentation says. */
import { columnText, feedColumns } from '../../../src/features/live/feed/feedColumns';
import { createFormats } from '../../../src/i18n/formats';
import type { Text } from '../../../src/i18n/language';
import { readPresentation } from '../../../src/lib/page/presentation';
import { feedById } from '../../../src/schema/collections/feeds';
import { feedDocument } from '../../../src/schema/documents/callDocuments';
import { presentModel } from '../../../src/schema/presentation/presentModel';
import { modelOf } from '../../schema/modelOf';

test('values of an enum have their presented names in a feed', () => {
  const model = presentModel(
    modelOf(`
      type Query { a: Int }
      enum Kind { TANKER FERRY }
      type Ship { id: ID! name: String! kind: Kind! }
      type Subscription { shipMoved: Ship kindChanged: Kind }
    `),
    readPresentation({ enums: { Kind: { TANKER: { label: 'Oil tanker' } } } }),
    'en',
  );
  const labelsIn = (id: string): (string | undefined)[] => {
    const feed = feedById(model, id);
    return feed === null
      ? []
      : feedColumns(model, feed).map(column => (column.kind === 'enum' ? column.enumLabel?.('TANKER') : undefined));
  };
  expect(labelsIn('shipMoved')).toContain('Oil tanker');
  expect(labelsIn('kindChanged')).toEqual(['Oil tanker']);
});

test('a year has no thousands separator, but other numbers have', () => {
  const model = modelOf(
    'type Query { a: Int } type Ship { id: ID! builtYear: Int length: Int } type Subscription { shipMoved: Ship }',
  );
  const feed = feedById(model, 'shipMoved');
  const event = { id: '1', builtYear: 1998, length: 1998 };
  const texts =
    feed &&
    feedColumns(model, feed).map(column =>
      columnText(column, createFormats('en', 'UTC'), ((key: string) => key) as Text)(0, { valueAt: () => event }),
    );
  expect(texts).toEqual(expect.arrayContaining(['1998', '1,998']));
});

test('a record in a payload without a naming field is shown by its own columns, and all of them are requested', () => {
  const model = modelOf(`
    type Query { a: Int }
    type Ship { id: ID! name: String! }
    type Visit { id: ID! ship: Ship! cargo: Int }
    type VisitChange { kind: String! visit: Visit! by: Ship }
    type Subscription { visitChanged: VisitChange! visit: Visit! }
  `);
  const idsOf = (id: string): string[] => {
    const feed = feedById(model, id);
    return feed === null ? [] : feedColumns(model, feed).map(column => column.id);
  };
  expect(idsOf('visitChanged')).toEqual(['kind', 'visit.ship.name', 'visit.cargo', 'visit.id', 'by.name']);
  expect(idsOf('visit')).toEqual(['ship.name', 'cargo', 'id']);
  const feed = feedById(model, 'visitChanged');
  const query = feed === null ? '' : feedDocument(model, feed).query;
  expect(query.replaceAll(/\s+/g, ' ')).toContain('visit { id ship { name id } cargo }');
});

test('a record in a payload whose key has an unusual name is shown by its name', () => {
  const model = modelOf(`
    type Query { job(number: Int!): Job }
    type Job { number: Int! title: String! price: Price }
    type Price { amount: Float! currency: String! }
    type JobEvent { kind: String! at: String! job: Job! total: Price }
    type Subscription { jobEvents: JobEvent! }
  `);
  const feed = feedById(model, 'jobEvents');
  expect(feed && feedColumns(model, feed).map(column => column.id)).toEqual(['kind', 'job.title', 'at', 'total.amount']);
  expect(feed && feedDocument(model, feed).query).toContain('title');
});

test('a date in a text is shown as a date', () => {
  const model = modelOf('type Query { a: Int } type Event { at: String } type Subscription { events: Event }');
  const feed = feedById(model, 'events');
  const at = new Date(Date.UTC(2020, 1, 3, 4, 5, 6)).toISOString();
  const texts =
    feed &&
    feedColumns(model, feed).map(column =>
      columnText(column, createFormats('en', 'UTC'), ((key: string) => key) as Text)(0, { valueAt: () => ({ at }) }),
    );
  expect(texts?.[0]).toMatch(/Feb 3, 2020/);
});

test.each([
  ['AWSTimestamp', Date.UTC(2020, 1, 3, 4, 5, 6) / 1000],
  ['UnixTime', Date.UTC(2020, 1, 3, 4, 5, 6)],
  ['Timestamp', Date.UTC(2020, 1, 3, 4, 5, 6) / 1000],
])('a number of the scalar %s is shown as a date', (scalar, at) => {
  const model = modelOf(
    `scalar ${scalar} type Query { a: Int } type Event { at: ${scalar} } type Subscription { events: Event }`,
  );
  const feed = feedById(model, 'events');
  const [column] = feed ? feedColumns(model, feed) : [];
  const words = (value: unknown) =>
    column &&
    columnText(column, createFormats('en', 'UTC'), ((key: string) => key) as Text)(0, { valueAt: () => ({ at: value }) });
  expect(words(at)).toMatch(/Feb 3, 2020/);
  expect(words(Math.round(Date.now() / 1000))).toMatch(/^\d+:\d\d:\d\d/);
  expect(words(null)).toBe('–');
});
