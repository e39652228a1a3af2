// Judges engines by the searches of the corpus.
import { searchKinds, type Corpus, type JudgedSearch } from './corpus.ts';
import type { Engine } from './engine.ts';
import { ndcgOf } from './ndcg.ts';
import type { QualityRow } from './qualityReport.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A search, and how good each engine is at it. */
interface Judged {
  readonly search: JudgedSearch;
  readonly quality: readonly number[];
}

/** @returns a row for each kind in each language, and one for all kinds of a language */
export const judge = async ({ searches }: Corpus, engines: readonly Engine[]): Promise<readonly QualityRow[]> => {
  const judged: Judged[] = [];
  for (const search of searches) {
    const quality: number[] = [];
    for (const engine of engines) quality.push(ndcgOf(await engine.search(search), search.grades));
    judged.push({ search, quality });
  }
  return (['en', 'de'] as const).flatMap((locale) =>
    [undefined, ...searchKinds].map((kind) => {
      const own = judged.filter(
        ({ search }) => search.locale === locale && (kind === undefined || search.kind === kind),
      );
      return {
        ...{ locale, kind: kind ?? '**all**', searches: own.length },
        quality: engines.map((_, at) => mean(own.map(({ quality }) => quality[at] ?? NaN))),
      };
    }),
  );
};
