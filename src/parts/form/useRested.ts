import { useEffect, useState } from 'react';

/** Debounce time of typing, in ms. */
const REST_MS = 200;

/** The debounced text, without delay for the first one and for ''. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : rested;
}
