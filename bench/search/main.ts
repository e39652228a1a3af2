// `npm run bench search`: compares the quality of Lectern's search with other engines, and its speed with `_q`, and writes
// `bench/search.md`.
import { MongoClient } from 'mongodb';
import { startMongod } from '../../cli/mongod/index.ts';
import type { Shutdown } from '../../cli/dev/shutdown.ts';
import { runBenchmark } from '../runBenchmark.ts';
import { withDatabase } from '../site.ts';
import { writeSection } from '../writeSection.ts';
import { makeCorpus } from './corpus.ts';
import { judge } from './judge.ts';
import { openMiniSearch } from './miniSearch.ts';
import { qualityReport } from './qualityReport.ts';
import { openTextIndex } from './textIndex.ts';

const results = process.env.LECTERN_BENCH_RESULTS ?? 'bench/search.md';

const bench = async (ending: Shutdown): Promise<void> => {
  const mongod = await startMongod({ log: console.error });
  ending.add(mongod.stop);
  const client = await new MongoClient(withDatabase(mongod.uri, 'lectern-bench-quality')).connect();
  ending.add(() => client.close());
  const corpus = makeCorpus();
  const { documents } = corpus;
  const engines = [await openTextIndex(client.db(), documents), openMiniSearch(documents)];
  const rows = await judge(corpus, engines);
  const section = qualityReport(
    engines.map(({ title }) => title),
    documents.length,
    rows,
  );
  console.log(section);
  await writeSection(results, section);
};

await runBenchmark(bench);
