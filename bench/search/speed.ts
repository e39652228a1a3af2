// Measures the speed of searches beside `_q`, for different numbers of documents.
import { get, type Request } from '../cases/types.ts';
import type { LoadClient } from '../load/client.ts';
import type { Load } from '../load/messages.ts';
import { measureOnce, summaryOf, type Rounds, type Summary } from '../measure.ts';
import { measureWork } from '../profile/cpuTime.ts';
import { logProgress } from '../progress.ts';
import { measureIndexBytes, searchPath } from './lectern.ts';
import type { SpeedSite } from './speedSites.ts';
import { drawPairs } from './zipfTexts.ts';

/** What is measured for one kind of requests. */
export interface SpeedSummary extends Summary {
  /** Milliseconds of the product and of mongod for a request. */
  readonly productCpu: number;
  readonly mongodCpu: number;
}

export interface SpeedRow {
  readonly documents: number;
  /** How long the index took to build; undefined: a run before built it. */
  readonly buildSeconds: number | undefined;
  /** Bytes of the index for each document. */
  readonly indexBytes: number;
  /** How many different pairs of words were searched. */
  readonly pairs: number;
  /** Undefined if the product refused it, because it took longer than 20 s. */
  readonly containsAnyCase: SpeedSummary | undefined;
  readonly twoWords: SpeedSummary;
  readonly typingAhead: SpeedSummary;
  /** On 16 connections. */
  readonly manyTwoWords: SpeedSummary;
  readonly manyTypingAhead: SpeedSummary;
  /** Few pairs, which are sent again and again. */
  readonly manyRepeated: SpeedSummary;
}

/** What a page of results shows. */
const pageSize = 10;
const manyConnections = 16;
const repeatedCount = 200;
/** More than a server answers: so no round sends a request twice. */
const maxPerSecond = 2_500;
const maxScansPerSecond = 400;
/** A process that has just started compiles its functions, and remembers nothing of the index. */
const warmUpSeconds = 8;
const locale = 'en';

const contains = (text: string): Request =>
  get(`/api/entries?${new URLSearchParams({ _q: text, locale, 'pagination[pageSize]': String(pageSize) }).toString()}`);

const search = (text: string): Request => get(searchPath(text, locale, pageSize));

/** What a search box sends while somebody types the text: each beginning of it. */
const typed = (text: string): readonly Request[] =>
  Array.from(text, (_, at) => text.slice(0, at + 1))
    .filter((beginning) => !beginning.endsWith(' '))
    .map(search);

interface Kind {
  readonly requests: readonly Request[];
  readonly connections: number;
  /** How many requests a round has. */
  readonly perRound: number;
}

/** The requests of one round: other ones than those of the rounds before, until all have been sent. */
const requestsOf = ({ requests, perRound }: Kind, round: number): readonly Request[] => {
  const start = (round * perRound) % requests.length;
  return [...requests, ...requests].slice(start, start + Math.min(perRound, requests.length));
};

/** Sends the requests of a kind. */
const measureKind = async (
  client: LoadClient,
  { product, token, db }: SpeedSite,
  kind: Kind,
  { rounds, seconds }: Rounds,
): Promise<SpeedSummary> => {
  const send = (round: number, duration: number): Promise<Load> =>
    measureOnce(client, { url: product.url, token, requests: requestsOf(kind, round) }, kind.connections, duration);
  await send(0, warmUpSeconds);
  const loads: Load[] = [];
  const used = await measureWork(product.pid, db, async () => {
    for (let round = 1; round <= rounds; round++) loads.push(await send(round, seconds));
  });
  const count = loads.reduce((sum, { times }) => sum + times.length, 0);
  return { ...summaryOf(loads), productCpu: used.cpuMs / count, mongodCpu: used.mongod.cpuMs / count };
};

/** Measures a site of entries whose index has been built. */
export const measureSpeed = async (client: LoadClient, site: SpeedSite, rounds: Rounds): Promise<SpeedRow> => {
  const { documents, buildSeconds } = site;
  const perRound = Math.ceil(Math.max(warmUpSeconds, rounds.seconds) * maxPerSecond);
  const texts = drawPairs(documents, perRound * (rounds.rounds + 1)).map((pair) => pair.join(' '));
  const beginnings = texts.flatMap(typed);
  const measure = (requests: readonly Request[], connections = 1, count = perRound): Promise<SpeedSummary> =>
    measureKind(client, site, { requests, connections, perRound: count }, rounds);
  const scanned = texts.slice(0, Math.ceil(warmUpSeconds * maxScansPerSecond) * (rounds.rounds + 1)).map(contains);
  return {
    ...{ documents, buildSeconds, pairs: texts.length },
    indexBytes: (await measureIndexBytes(site)) / documents,
    twoWords: await measure(texts.map(search)),
    typingAhead: await measure(beginnings),
    manyTwoWords: await measure(texts.map(search), manyConnections),
    manyTypingAhead: await measure(beginnings, manyConnections),
    manyRepeated: await measure(texts.slice(0, repeatedCount).map(search), manyConnections),
    // The last, because it reads all documents, and can fail.
    containsAnyCase: await measure(scanned, 1, Math.ceil(warmUpSeconds * maxScansPerSecond)).catch((error: unknown) => {
      logProgress(String(error));
      return undefined;
    }),
  };
};
