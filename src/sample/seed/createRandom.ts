/** Repeatable random numbers: the same seed gives the same harbour on every machine (sfc32, integer state only). */

export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a whole number from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number;
  /** Returns a number from `least` to `most`, rounded to `digits` decimals. */
  decimal(least: number, most: number, digits: number): number;
  /** Returns one of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** Returns true with the probability `share`, 0 to 1. */
  chance(share: number): boolean;
}

/** Creates a generator from `seed`, a whole number. */
export function createRandom(seed: number): Random {
  let a = seed >>> 0;
  let b = 0x9e3779b9;
  let c = 0x243f6a88;
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first outputs still correlate with the seed.
  for (let i = 0; i < 15; i++) next();
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    decimal(least, most, digits) {
      const scale = 10 ** digits;
      return Math.round((least + next() * (most - least)) * scale) / scale;
    },
    pick(items) {
      return items[Math.floor(next() * items.length)] as (typeof items)[number];
    },
    chance: share => next() < share,
  };
}
