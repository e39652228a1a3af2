// Measures the speed of searches beside `_q`, for different numbers of documents.
import { get, type Request } from '../cases/types.ts';
import type { LoadClient } from '../load/client.ts';
import { measureInTurn, summaryOf, type Rounds, type Summary } from '../measure.ts';
import type { ProductSite } from '../site.ts';
import { measureIndexBytes, searchPath } from './lectern.ts';
import { drawPairs } from './zipfTexts.ts';

export interface SpeedRow {
  readonly documents: number;
  /** How long the index took to build. */
  readonly buildSeconds: number;
  /** Bytes of the index for each version of a document. */
  readonly indexBytes: number;
  readonly containsAnyCase: Summary;
  readonly twoWords: Summary;
  readonly typingAhead: Summary;
  /** Two words, on 16 connections. */
  readonly manyConnections: Summary;
}

const pageSize = 25;
const pairCount = 200;
const manyConnections = 16;
/** Drafts and published versions. */
const versions = 2;
const locale = 'en';

const containsPath = (text: string): string =>
  `/api/entries?${new URLSearchParams({ _q: text, locale, 'pagination[pageSize]': String(pageSize) }).toString()}`;

/** What a search box sends while somebody types the text: each beginning of it. */
const beginningsOf = (text: string): readonly string[] =>
  Array.from(text, (_, at) => text.slice(0, at + 1)).filter((beginning) => !beginning.endsWith(' '));

const search = (text: string): Request => get(searchPath(text, locale, pageSize));

/** Measures a site of entries whose index has been built. */
export const measureSpeed = async (
  client: LoadClient,
  site: ProductSite,
  { rounds, buildSeconds }: { readonly rounds: Rounds; readonly buildSeconds: number },
): Promise<SpeedRow> => {
  const { documents, token, product } = site;
  const texts = drawPairs(documents, pairCount).map((pair) => pair.join(' '));
  const contender = (requests: readonly Request[]) => ({ url: product.url, token, requests });
  const twoWords = contender(texts.map(search));
  const [contained = [], found = [], typed = []] = await measureInTurn(
    client,
    [
      contender(texts.map((text) => get(containsPath(text)))),
      twoWords,
      contender(texts.flatMap(beginningsOf).map(search)),
    ],
    1,
    rounds,
  );
  const [many = []] = await measureInTurn(client, [twoWords], manyConnections, rounds);
  return {
    ...{ documents, buildSeconds },
    indexBytes: (await measureIndexBytes(site)) / documents / versions,
    containsAnyCase: summaryOf(contained),
    twoWords: summaryOf(found),
    typingAhead: summaryOf(typed),
    manyConnections: summaryOf(many),
  };
};
