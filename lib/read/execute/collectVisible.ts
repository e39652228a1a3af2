// Pages through a list of which a caller may see only some entries, so that the others cost one request a bounded amount.

/** How many entries of a list one request looks at. */
const maxCandidates = 500;

const maxBatch = 100;

/** How many parts of these entries, such as the documents of releases, one request looks at. An entry is always looked at whole. */
const maxParts = 5_000;

interface VisibleEntries<Candidate, Entry> {
  /** At most one batch more than the page: the page is the last one if there are no more. */
  readonly found: readonly Entry[];
  /**
   * The last entry that was looked at, if the list may go on behind it; undefined: this is its end. A page that is not full goes on
   * there. So it tells where hidden entries are only after `maxCandidates` or `maxParts`, and never how many there are.
   */
  readonly last: Candidate | undefined;
}

/**
 * @param pageSize how many entries are wanted; one more is looked for
 * @param readBatch reads so many candidates after the given one, in the order of the list; fewer: they are the last ones
 * @param visibleAmong returns what the caller sees of candidates
 * @param partsOf how many parts of a candidate `visibleAmong` looks at
 */
export const collectVisible = async <Candidate, Entry>(
  pageSize: number,
  readBatch: (last: Candidate | undefined, limit: number) => Promise<readonly Candidate[]>,
  visibleAmong: (candidates: readonly Candidate[]) => Promise<readonly Entry[]>,
  partsOf: (candidate: Candidate) => number = () => 0,
): Promise<VisibleEntries<Candidate, Entry>> => {
  const found: Entry[] = [];
  let last: Candidate | undefined;
  let parts = 0;
  // Most callers see what they list, so the first batch is a page.
  let size = Math.min(pageSize + 1, maxBatch);
  for (let seen = 0; found.length <= pageSize && seen < maxCandidates; size = Math.min(size * 2, maxBatch)) {
    const batch = await readBatch(last, size);
    const end = batch.findIndex((one) => (parts += partsOf(one)) >= maxParts) + 1;
    const candidates = end === 0 ? batch : batch.slice(0, end);
    found.push(...(await visibleAmong(candidates)));
    if (candidates.length === batch.length && batch.length < size) return { found, last: undefined };
    last = candidates.at(-1);
    if (end > 0) break;
    seen += batch.length;
  }
  return { found, last };
};
