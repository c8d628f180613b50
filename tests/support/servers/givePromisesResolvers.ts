/** Gives Node 20 the one function of Node 22 that Grafast wants. */
export function givePromisesResolvers(): void {
  const promises = Promise as typeof Promise & { withResolvers?: unknown };
  promises.withResolvers ??= withResolvers;
}

function withResolvers() {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
