/** Parts that wait for what a schema is read with. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { Component, type ReactNode, Suspense } from 'react';
import { withTools } from '../../../src/features/data/withTools';
import { systemClock } from '../../../src/lib/clock';
import { memoryDocumentStore } from '../../../src/lib/documentStore';
import { memoryStorage } from '../../../src/lib/storage';
import { allSchemaTools } from '../../../src/schema/model/allSchemaTools';
import type { Session } from '../../../src/session/connections/session';
import { createSchemaCache } from '../../../src/session/schema/schemaCache';
import { createTransport } from '../../../src/transport/createTransport';
import { schemaServer } from '../../support/schemaServer';

class Boundary extends Component<{ children: ReactNode }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: unknown) {
    return { message: String(error) };
  }
  override render(): ReactNode {
    const { message } = this.state;
    return message === '' ? (
      this.props.children
    ) : (
      <button type="button" onClick={() => this.setState({ message: '' })}>
        {message}
      </button>
    );
  }
}

it('say when it cannot be had, and ask again when somebody tries again', async () => {
  const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
  const sdl = 'type Query { ships(first: Int): [Ship!]! } type Ship { id: ID! name: String }';
  const { client } = createTransport({ httpEndpoint: 'http://test/graphql' }, { fetch: schemaServer(sdl).fetch, storage: null });
  let asked = 0;
  const schema = createSchemaCache({
    client,
    documents: memoryDocumentStore(),
    storage: memoryStorage(),
    key: 'default:schema',
    clock: systemClock,
    initial: { introspection: introspectionFromSchema(buildSchema(sdl)), at: 0 },
    loadTools: async () => {
      asked += 1;
      if (asked === 1) throw new Error('Loading chunk 7 failed');
      return allSchemaTools;
    },
  });
  const state = schema.get();
  if (state.status !== 'ready') throw new Error('It is ready');
  const Part = withTools(() => 'the part');
  await act(async () =>
    render(
      <Boundary>
        <Suspense fallback="waiting">
          <Part session={{ schema } as Session} model={state.schema} />
        </Suspense>
      </Boundary>,
    ),
  );
  await screen.findByRole('button', { name: 'Error: Loading chunk 7 failed' });
  expect(asked).toBe(1);
  for (;;) {
    const again = screen.queryByRole('button');
    if (!again) break;
    await act(async () => fireEvent.click(again));
  }
  await screen.findByText('the part');
  expect(asked).toBe(2);
  schema.dispose();
  unheard.mockRestore();
});
