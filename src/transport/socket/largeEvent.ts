/** Events of more characters are cut before they are read (`World.cutFrame`). */
export const LARGE_EVENT = 1_000_000;
