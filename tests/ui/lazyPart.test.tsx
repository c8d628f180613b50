import { Component, type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { type LazyPart, lazyPart, useRenderOnLoad } from '../../src/ui/lazyPart';

/** A part whose code the test loads. */
function heldPart() {
  let arrive = (): void => {};
  const code = new Promise<void>(resolve => {
    arrive = resolve;
  });
  const load = async () => {
    await code;
    return { default: () => 'here' };
  };
  return { part: lazyPart(load), arrive };
}

function Host({ part: Part }: { part: LazyPart<object> }) {
  useRenderOnLoad(Part);
  return (
    <Suspense fallback="waiting">
      <Part />
    </Suspense>
  );
}

/** Shows the thrown error until the user tries again. */
class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: unknown) {
    return { message: String(error) };
  }
  override render(): ReactNode {
    return this.state.message ?? this.props.children;
  }
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve));
};

describe('a part whose code is loaded later', () => {
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const isActing = react.IS_REACT_ACT_ENVIRONMENT;
  // React as a page has it: `act` would wait for nothing.
  beforeEach(() => {
    react.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterEach(() => {
    react.IS_REACT_ACT_ENVIRONMENT = isActing ?? false;
  });

  it('is shown as soon as it is loaded, without the delay of React for placeholders', async () => {
    const one = heldPart();
    const other = heldPart();
    const places = [document.createElement('div'), document.createElement('div')] as const;
    const [shown, left] = places;
    const roots = places.map(place => createRoot(place));
    roots[0]?.render(<Host part={one.part} />);
    roots[1]?.render(
      <Suspense fallback="waiting">
        <other.part />
      </Suspense>,
    );
    await until(() => places.every(place => place.textContent === 'waiting'));
    other.arrive();
    one.arrive();
    await until(() => shown.textContent === 'here');
    expect(left.textContent).toBe('waiting');
    await until(() => left.textContent === 'here');
    for (const root of roots) root.unmount();
  });

  it('renders at once if it was loaded before', async () => {
    const { part: Part, arrive } = heldPart();
    expect(Part.isReady()).toBe(false);
    arrive();
    await Part.prepare(null);
    expect(Part.isReady()).toBe(true);
    const place = document.createElement('div');
    const root = createRoot(place);
    const seen: (string | null)[] = [];
    const observer = new MutationObserver(() => seen.push(place.textContent));
    observer.observe(place, { childList: true, subtree: true, characterData: true });
    root.render(
      <Suspense fallback="waiting">
        <Part />
      </Suspense>,
    );
    await until(() => place.textContent === 'here');
    await Promise.resolve();
    expect(seen).toEqual(['here']);
    observer.disconnect();
    root.unmount();
  });

  it('is loaded again the next time if loading failed', async () => {
    const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
    let loadCount = 0;
    const Part = lazyPart(async () => {
      loadCount += 1;
      if (loadCount === 1) throw new Error('no network');
      return { default: () => 'here' };
    });
    let boundary: Boundary | null = null;
    const place = document.createElement('div');
    const root = createRoot(place, { onCaughtError: () => {} });
    root.render(
      <Boundary
        ref={it => {
          boundary = it;
        }}
      >
        <Suspense fallback="waiting">
          <Part />
        </Suspense>
      </Boundary>,
    );
    await until(() => place.textContent === 'Error: no network');
    await until(() => {
      if (place.textContent === 'Error: no network') (boundary as Boundary | null)?.setState({ message: null });
      return place.textContent === 'here';
    });
    expect(loadCount).toBe(2);
    root.unmount();
    unheard.mockRestore();
  });

  it('renders a replacement if loading failed and the rest must stay', async () => {
    let loadCount = 0;
    const Part = lazyPart(
      async () => {
        loadCount += 1;
        if (loadCount === 1) throw new Error('no network');
        return { default: () => 'here' };
      },
      () => 'missing',
    );
    const place = document.createElement('div');
    const root = createRoot(place);
    const show = (key: number): void =>
      root.render(
        <Suspense key={key} fallback="waiting">
          <Part />
        </Suspense>,
      );
    show(0);
    await until(() => place.textContent === 'missing');
    let times = 0;
    await until(() => {
      if (place.textContent === 'missing') show(++times);
      return place.textContent === 'here';
    });
    expect(loadCount).toBe(2);
    root.unmount();
  });
});
