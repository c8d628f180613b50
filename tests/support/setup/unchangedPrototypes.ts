/**
 * Fails a test that has changed a built-in prototype: some code has written untrusted data to `__proto__`. The prototypes are not frozen,
 * because that would hide the fault. They are restored, so that later tests do not fail too.
 */
const shared = [Object.prototype, Array.prototype, Function.prototype].map(prototype => ({
  prototype,
  before: new Map(Reflect.ownKeys(prototype).map(key => [key, Object.getOwnPropertyDescriptor(prototype, key)])),
}));

afterEach(() => {
  const changes = shared.flatMap(({ prototype, before }) => changesOf(prototype, before));
  if (changes.length > 0) throw new Error(`Changed for every object of the program: ${changes.join(', ')}`);
});

/** Names of what was added, changed or removed; all of it is put back. */
function changesOf(prototype: object, before: ReadonlyMap<PropertyKey, PropertyDescriptor | undefined>): string[] {
  const changed: PropertyKey[] = [];
  for (const key of Reflect.ownKeys(prototype)) {
    const descriptor = before.get(key);
    if (descriptor && isSame(descriptor, Object.getOwnPropertyDescriptor(prototype, key))) continue;
    changed.push(key);
    if (descriptor) Object.defineProperty(prototype, key, descriptor);
    else Reflect.deleteProperty(prototype, key);
  }
  for (const [key, descriptor] of before) {
    if (!descriptor || Object.hasOwn(prototype, key)) continue;
    changed.push(key);
    Object.defineProperty(prototype, key, descriptor);
  }
  return changed.map(String);
}

function isSame(before: PropertyDescriptor, now: PropertyDescriptor | undefined): boolean {
  return (
    Object.is(before.value, now?.value) && before.get === now?.get && before.set === now?.set && before.writable === now?.writable
  );
}
