// Reads the options of a benchmark run from the environment.

export interface Options {
  /** The duration of one measurement of one server. */
  readonly seconds: number;
  readonly rounds: number;
  readonly documents: number;
  /** The numbers of documents at which the growth is measured. */
  readonly growth: readonly number[];
  /** The names of the cases to measure; undefined for all. */
  readonly cases: readonly string[] | undefined;
  /** The file for the results. */
  readonly results: string;
  /** The folder for a CPU profile of the product; undefined for no profile. */
  readonly profile: string | undefined;
  readonly mongodbUri: string | undefined;
  /** The folder that keeps the databases of `search speed` between runs; undefined: each run makes them. */
  readonly dataFolder: string | undefined;
}

const splitList = (text: string | undefined): readonly string[] | undefined =>
  text?.split(',').filter((part) => part !== '');

/** @throws Error that names the variable that is not a number above 0 */
export const optionsOf = (env: NodeJS.ProcessEnv): Options => {
  const positive = (name: string, text: string): number => {
    const value = Number(text);
    if (!(value > 0)) throw new Error(`${name} must be a number above 0, not ${text}`);
    return value;
  };
  const number = (name: string, otherwise: number): number => positive(name, env[name] ?? String(otherwise));
  const uri = env.MONGODB_URI;
  return {
    seconds: number('LECTERN_BENCH_SECONDS', 0.375),
    rounds: number('LECTERN_BENCH_ROUNDS', 20),
    documents: number('LECTERN_BENCH_DOCUMENTS', 20_000),
    growth: (splitList(env.LECTERN_BENCH_GROWTH) ?? ['2000', '20000', '200000']).map((text) =>
      positive('LECTERN_BENCH_GROWTH', text),
    ),
    cases: splitList(env.LECTERN_BENCH_CASES),
    results: env.LECTERN_BENCH_RESULTS ?? 'bench/results.md',
    profile: env.LECTERN_BENCH_PROFILE,
    dataFolder: env.LECTERN_BENCH_DATA,
    mongodbUri: uri === '' ? undefined : uri,
  };
};
