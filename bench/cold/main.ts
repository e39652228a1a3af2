// `npm run bench:cold`: measures the cold start of every function up to its first database query, and the first read and write up to
// their answers, compared with the driver alone.
import { hostOf } from '../machine.ts';
import { optionsOf } from '../options.ts';
import { writeSection } from '../writeSection.ts';
import { buildBundles, floorName } from './bundles.js';
import { measureFirstAnswers } from './firstAnswers.ts';
import { measure } from './measure.ts';
import { coldReport } from './report.ts';

const { cases, results, rounds } = optionsOf({ LECTERN_BENCH_ROUNDS: '15', ...process.env });
const host = hostOf();

const all = await buildBundles();
const bundles = all.filter(({ name }, index) => index === 0 || (cases?.includes(name) ?? true));
console.error(`${bundles.length} bundles, ${rounds} rounds`);
const times = await measure(
  bundles.map(({ file }) => file),
  rounds,
);
const rows = bundles.map((bundle, index) => ({ ...bundle, ...(times[index] ?? { wall: NaN, cpu: NaN }) }));
const fileOf = (name: string): string => all.find((bundle) => bundle.name === name)?.file ?? '';
const firstAnswers = await measureFirstAnswers(
  { driver: fileOf(floorName), findOne: fileOf('findOne'), create: fileOf('create') },
  rounds,
);
const section = coldReport(rows, firstAnswers, host, rounds);
await writeSection(results, section);
console.log(section);
