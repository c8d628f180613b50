/** Adds properties to an object; each value is computed on first read and then kept. Returns the same object. */
export function lazily<B extends object, L extends Record<string, () => unknown>>(
  base: B,
  parts: L,
): B & { readonly [K in keyof L]: ReturnType<L[K]> } {
  for (const key of Object.keys(parts)) {
    Object.defineProperty(base, key, {
      configurable: true,
      enumerable: true,
      get(this: object) {
        const value = parts[key]?.();
        // Defined on `this`, not on `base`: an object copied by its property descriptors stores its values on itself.
        Object.defineProperty(this, key, { value, enumerable: true });
        return value;
      },
    });
  }
  return base as B & { readonly [K in keyof L]: ReturnType<L[K]> };
}
