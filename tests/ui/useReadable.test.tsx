import { act, render } from '@testing-library/react';
import { createStore } from '../../src/lib/store';
import { useReadable } from '../../src/ui/useReadable';

describe('useReadable', () => {
  it('renders again when the value changes, and unsubscribes when it unmounts', () => {
    const store = createStore(1);
    let renders = 0;
    // biome-ignore lint/correctness/noComponentHookFactories: made once, for the store of this test
    function Shown(): React.ReactNode {
      renders++;
      return useReadable(store);
    }
    const { container, unmount } = render(<Shown />);
    act(() => store.set(2));
    expect(container.textContent).toBe('2');
    const before = renders;
    act(() => store.set(2));
    expect(renders).toBe(before);
    unmount();
    store.set(3);
    expect(renders).toBe(before);
  });
});
