/**
 * A read-only Map that computes each value on first read. Keys, order and size come from the source Map.
 */

/** Maps each entry of `source` through `make`, once per entry, on first read. `source` must not change afterwards. */
export function createLazyMap<R, V>(source: ReadonlyMap<string, R>, make: (raw: R, key: string) => V): ReadonlyMap<string, V> {
  return new LazyMap(source, make);
}

class LazyMap<R, V> implements ReadonlyMap<string, V> {
  readonly #source: ReadonlyMap<string, R>;
  readonly #make: (raw: R, key: string) => V;
  readonly #made = new Map<string, V>();

  constructor(source: ReadonlyMap<string, R>, make: (raw: R, key: string) => V) {
    this.#source = source;
    this.#make = make;
  }
  get size(): number {
    return this.#source.size;
  }
  has(key: string): boolean {
    return this.#source.has(key);
  }
  get(key: string): V | undefined {
    const cached = this.#made.get(key);
    if (cached !== undefined) return cached;
    const raw = this.#source.get(key);
    if (raw === undefined) return undefined;
    const value = this.#make(raw, key);
    this.#made.set(key, value);
    return value;
  }
  keys(): MapIterator<string> {
    return this.#source.keys();
  }
  *values(): MapIterator<V> {
    for (const key of this.#source.keys()) yield this.get(key) as V;
  }
  *entries(): MapIterator<[string, V]> {
    for (const key of this.#source.keys()) yield [key, this.get(key) as V];
  }
  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries();
  }
  forEach(callback: (value: V, key: string, map: ReadonlyMap<string, V>) => void, thisArg?: unknown): void {
    for (const key of this.#source.keys()) callback.call(thisArg, this.get(key) as V, key, this);
  }
}
