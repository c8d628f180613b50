/**
 * fast-check with the same cases in every run, so that results depend on the code only. The environment variable `FUZZ_SEED` (an integer)
 * selects other cases; write a test for each case that fails.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

export default fc;
