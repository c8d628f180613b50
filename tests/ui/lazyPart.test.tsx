import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { type LazyPart, lazyPart, useArrival } from '../../src/ui/lazyPart';

/** A part whose code comes when it is told to. */
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

function Told({ part: Part }: { part: LazyPart<object> }) {
  useArrival(Part);
  return (
    <Suspense fallback="waiting">
      <Part />
    </Suspense>
  );
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise(resolve => setTimeout(resolve));
};

describe('a part whose code comes later', () => {
  const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const isActing = react.IS_REACT_ACT_ENVIRONMENT;
  // React as a page has it: `act` would wait for nothing.
  beforeEach(() => {
    react.IS_REACT_ACT_ENVIRONMENT = false;
  });
  afterEach(() => {
    react.IS_REACT_ACT_ENVIRONMENT = isActing ?? false;
  });

  it('is shown as soon as it is there, and not when React thinks that its placeholder was shown long enough', async () => {
    const one = heldPart();
    const other = heldPart();
    const places = [document.createElement('div'), document.createElement('div')] as const;
    const [told, left] = places;
    const roots = places.map(place => createRoot(place));
    roots[0]?.render(<Told part={one.part} />);
    roots[1]?.render(
      <Suspense fallback="waiting">
        <other.part />
      </Suspense>,
    );
    await until(() => places.every(place => place.textContent === 'waiting'));
    other.arrive();
    one.arrive();
    await until(() => told.textContent === 'here');
    expect(left.textContent).toBe('waiting');
    await until(() => left.textContent === 'here');
    for (const root of roots) root.unmount();
  });

  it('renders at once when it was made ready before', async () => {
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
});
