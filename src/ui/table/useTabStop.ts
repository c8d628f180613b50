/**
 * Whether a link stops the Tab key. Inside a table it does not: a page of rows would be a hundred stops between the table and what comes
 * after it. There the arrows lead to its cell and Enter follows it.
 */
import { createContext, useContext } from 'react';

const TabStop = createContext<0 | -1>(0);

/** Gives -1 to the links inside a table. */
export const TabStopProvider = TabStop.Provider;

/** The `tabIndex` a link has to take. */
export function useTabStop(): 0 | -1 {
  return useContext(TabStop);
}
