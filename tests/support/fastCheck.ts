/**
 * fast-check drawing the same cases in every run: what a run tells is about the code, not about luck. `FUZZ_SEED` (a whole number) in the
 * environment draws others; a case that fails is to become a test of its own.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

export default fc;
