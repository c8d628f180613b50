/**
 * Node's option to compile WebAssembly only with the fast baseline compiler; the test commands in package.json have it, too. Optimising the
 * embedded database costs each process of a test about as much processor time as its queries: opening a seeded folder and 300 queries take
 * 2.1 instead of 4.0 s, a new database 4.8 instead of 8.5 s (medians on two busy cores).
 */
export const BASELINE_WASM = '--liftoff-only';
