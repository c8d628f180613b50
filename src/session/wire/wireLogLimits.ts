/** Limits of the wire log. Sizes in bytes. */
export const WIRE_LIMITS = {
  entries: 2000,
  /** Steps of all entries together; frames are steps. */
  steps: 40_000,
  /** Steps of one entry. */
  stepsOfEntry: 400,
  /** Number of first steps of an entry that are always kept, because they show how it started. */
  firstSteps: 40,
  /** One body, and all bodies together. */
  body: 8_000_000,
  bodies: 24_000_000,
  /** The limits while large bodies are kept. */
  largeBody: 256_000_000,
  largeBodies: 256_000_000,
} as const;
