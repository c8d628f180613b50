import { act, renderHook } from '@testing-library/react';
import { useGraphqlSupport } from '../../../../src/features/query/editor/useGraphqlSupport';
import type { QueryOptions } from '../../../../src/features/query/options/queryOptions';
import { createStore } from '../../../../src/lib/store';
import type { Session } from '../../../../src/session/connections/session';

it('fragment arguments that are turned off while their code loads stay off', async () => {
  const options = createStore<QueryOptions>({});
  const session = {
    preferences: { value: () => options },
    schema: createStore({ status: 'loading' }),
  } as unknown as Session;
  const { result, unmount } = renderHook(() => useGraphqlSupport(session));
  act(() => options.set({ fragmentArguments: true }));
  act(() => options.set({}));
  await act(async () => {
    await import('../../../../src/features/query/editor/document/fragmentArguments');
    await new Promise(resolve => setTimeout(resolve, 50));
  });
  expect(result.current.fragments).toBeNull();
  unmount();
});
