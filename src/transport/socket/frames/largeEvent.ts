/** Size in characters from which an event is shortened before it is parsed (`World.cutFrame`). */
export const LARGE_EVENT = 1_000_000;
