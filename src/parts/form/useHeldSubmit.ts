/** Holds the form around a key's input back until it is known that the typed text is not the name of a record. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** What the typed text is. `open`: not known yet; `named`: the name of one record; `several`: it fits records, but none has it as its key. */
export type Typed = 'open' | 'named' | 'several' | 'key';

/**
 * Holds the submission of the form around `inside`. An `open` text waits, and a `named` record is taken; then the form is submitted. For
 * `several` records the user is asked once: the next submission sends the text as it is.
 * @param take takes the record's key in place of `value`, and returns it
 * @param ask shows the records to the user
 * @returns `isHeld` while a submission waits; `release` drops it
 */
export function useHeldSubmit(
  inside: RefObject<HTMLElement | null>,
  value: string,
  typed: Typed,
  take: () => string,
  ask: () => void,
): { readonly isHeld: boolean; release(): void } {
  /** The text with which the form will be submitted; null if no submission waits. */
  const held = useRef<string | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const hold = useCallback((text: string | null) => {
    held.current = text;
    setIsHeld(text !== null);
  }, []);
  const asked = useRef('');
  const latest = useRef({ value, typed, take, ask });
  latest.current = { value, typed, take, ask };
  const isReady = useCallback((): boolean => {
    const { value, typed, take, ask } = latest.current;
    hold(null);
    if (typed === 'key' || (typed === 'several' && asked.current === value)) return true;
    if (typed === 'open') hold(value);
    else if (typed === 'named') hold(take());
    else {
      asked.current = value;
      ask();
    }
    return false;
  }, [hold]);
  useEffect(() => {
    const form = inside.current?.closest('form');
    const onSubmit = (event: Event): void => {
      if (isReady()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Before React, which listens at the root.
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [inside, isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again when more is known about the text
  useEffect(() => {
    if (held.current === null) return;
    // The user has gone on typing.
    if (held.current !== value) hold(null);
    else if (isReady()) inside.current?.closest('form')?.requestSubmit();
  }, [value, typed, inside, isReady, hold]);
  return { isHeld, release: useCallback(() => hold(null), [hold]) };
}
