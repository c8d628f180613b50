/** What a presentation calls the values of an enum is what a feed shows. */
import { feedColumns } from '../../../src/features/live/feed/feedColumns';
import { readPresentation } from '../../../src/lib/presentation';
import { feedById } from '../../../src/schema/collections/feeds';
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
