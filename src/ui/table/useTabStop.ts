/**
 * Whether links are tab stops. Links in a table are not: a page of rows would add a hundred tab stops. There, arrow keys move to the cell and
 * Enter follows the link.
 */
import { createContext, useContext } from 'react';

const TabStop = createContext<0 | -1>(0);

/** A table provides -1 to the links inside. */
export const TabStopProvider = TabStop.Provider;

/** Returns the `tabIndex` of a link. */
export function useTabStop(): 0 | -1 {
  return useContext(TabStop);
}
