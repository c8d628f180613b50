/** Repeatable chance: the same seed gives the same harbour on every machine (sfc32, no floating-point state). */

export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** A number from `least` to `most`, rounded to `digits` decimals. */
  decimal(least: number, most: number, digits: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** True in `share` of the calls, 0 to 1. */
  chance(share: number): boolean;
}

/** Starts a sequence from `seed`, a whole number. */
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
  // The first outputs still resemble the seed.
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
