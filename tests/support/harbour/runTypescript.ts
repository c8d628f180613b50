import { BASELINE_WASM } from './baselineWasm';

/** Node's options for a process that runs a harbour from its TypeScript sources, without the flags of jest. */
export const RUN_TYPESCRIPT = [BASELINE_WASM, '--import', './tests/support/servers/typescriptHooks.mjs', '--no-warnings'];
