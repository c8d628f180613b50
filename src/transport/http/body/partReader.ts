/** A reader of an answer that arrives in parts. Text goes in as it arrives, cut anywhere; the JSON text of each part comes out. */
export interface PartReader {
  /** Takes a piece of the body. Returns the parts that are complete now. */
  push(piece: string): string[];
  /** The body has ended. Returns the last part, if its end marker never came. */
  flush(): string[];
}
