// In CI, random tests repeat the same runs each time: a change is refused only for what it breaks. Elsewhere each run is new.
import fc from 'fast-check';

/** The seed of random tests in CI; undefined elsewhere. */
export const fixedSeed: number | undefined = process.env.CI === undefined ? undefined : 20_261_123;

if (fixedSeed !== undefined) fc.configureGlobal({ seed: fixedSeed });
