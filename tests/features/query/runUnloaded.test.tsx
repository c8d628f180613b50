/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The Query screen if the code for reading documents cannot be loaded. */
import { act, fireEvent, screen } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { QueryScreen } from '../../../src/features/query/QueryScreen';
import { href } from '../../../src/session/navigation/navigation';
import { schemaOf } from '../../schema/modelOf';
import { renderScreen } from '../../support/renderScreen';
import { scriptedFetch } from '../../support/scriptedFetch';

// jsdom does not lay out text, but the editor measures it.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

jest.mock('../../../src/features/query/editor/lazySchema', () => {
  throw new Error('Loading chunk 7 failed');
});

it('says that nothing was sent, and why', async () => {
  const { fetch, requests } = scriptedFetch();
  const page = renderScreen(session => <QueryScreen session={session} />, {
    introspection: introspectionFromSchema(schemaOf('type Query { port: String }')),
    address: href(['query'], { query: '{ port }' }),
    fetch,
  });
  const before = requests.length;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Run' })));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Not sent This part of Oriel could not be loaded. Reload the page to try again.');
  expect(requests).toHaveLength(before);
  page.unmount();
  page.session.dispose();
});
