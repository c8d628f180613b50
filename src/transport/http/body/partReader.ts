/** Parses a response that arrives in parts. It takes text as it arrives, cut anywhere, and returns the JSON text of each part. */
export interface PartReader {
  /** Takes a chunk of the body. Returns the parts that it completes. */
  push(chunk: string): string[];
  /** Called at the end of the body. Returns the last part if its end marker is missing. */
  flush(): string[];
}
