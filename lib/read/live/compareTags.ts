// Compares the changes of tags with what a client knows of them.
import { hash } from 'node:crypto';
import type { Caller } from '../../platform/access/index.ts';
import { lateCommitSeconds } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Reader } from '../../platform/timings.ts';
import type { LiveQuery } from './liveQuery.ts';
import { readLiveRows, type LiveRow } from './liveRows.ts';
import { writeSince, type LiveSince } from './liveSince.ts';

export interface LiveAnswer {
  /** The tags that have changed. */
  readonly data: readonly string[];
  readonly meta: { readonly since: string };
}

/** How much the clocks of processes and of the database may differ. */
const skewSeconds = 120;

/** `since` changes so often on its own: then its window moves on, for all clients at once. */
const roundSeconds = 60;

/** With an older `since`, all tags count as changed: so no request reads a long list of changes. */
const maxAgeSeconds = 900;

const currentSeconds = (now: Date): number => {
  const seconds = Math.floor(now.getTime() / 1000);
  return seconds - (seconds % roundSeconds);
};

/** Whether a `since` can be compared: it is neither too old nor, because it belongs to another database, in the future. */
const isComparable = ({ seconds }: LiveSince, now: Date): boolean => {
  const age = now.getTime() / 1000 - seconds;
  return age <= maxAgeSeconds && age >= -skewSeconds;
};

/** From which time on changes must be read, in seconds, to compare a `since` and to write the next one. */
export const scanStart = (since: LiveSince | undefined, now: Date): number => {
  const current = currentSeconds(now);
  const oldest = since !== undefined && isComparable(since, now) ? Math.min(since.seconds, current) : current;
  return oldest - lateCommitSeconds - skewSeconds;
};

const digestOf = (marks: readonly string[]): string =>
  hash('sha1', marks.toSorted().join('\n'), 'base64url').slice(0, 6);

/** Rows whose digests many clients compare: each is computed once. */
export class LiveChanges {
  private readonly rows: readonly LiveRow[];
  private readonly marks = new Map<number, ReadonlyMap<string, readonly string[]>>();
  private readonly digests = new Map<string, string>();

  /** @param rows those from `scanStart` on, perhaps more */
  constructor(rows: readonly LiveRow[]) {
    this.rows = rows;
  }

  /** A digest for each tag of the changes after the horizon before `seconds`; '' without any. */
  digestsAt(tags: readonly string[], seconds: number): readonly string[] {
    const marks = this.marksAt(seconds);
    return tags.map((tag) => {
      const ofTag = marks.get(tag);
      if (ofTag === undefined) return '';
      const key = `${seconds} ${tag}`;
      const digest = this.digests.get(key) ?? digestOf(ofTag);
      this.digests.set(key, digest);
      return digest;
    });
  }

  private marksAt(seconds: number): ReadonlyMap<string, readonly string[]> {
    const known = this.marks.get(seconds);
    if (known !== undefined) return known;
    const marks = new Map<string, string[]>();
    const start = (seconds - lateCommitSeconds) * 1000;
    for (const { at, tags, mark } of this.rows) {
      if (at < start) continue;
      for (const tag of tags) {
        const ofTag = marks.get(tag);
        if (ofTag === undefined) marks.set(tag, [mark]);
        else ofTag.push(mark);
      }
    }
    this.marks.set(seconds, marks);
    return marks;
  }
}

/** Which tags of a query have changed since its `since`, and the next `since`. @param changes those from `scanStart` on */
export const compareTags = (changes: LiveChanges, { tags, since }: LiveQuery, now: Date): LiveAnswer => {
  const seconds = currentSeconds(now);
  const meta = { since: writeSince({ seconds, digests: changes.digestsAt(tags, seconds) }) };
  if (since === undefined) return { data: [], meta };
  if (!isComparable(since, now)) return { data: tags, meta };
  const digests = changes.digestsAt(tags, since.seconds);
  return { data: tags.filter((_, index) => digests[index] !== (since.digests[index] ?? '')), meta };
};

/**
 * Answers which of the tags have changed since the client's previous request, as far as the caller may read them.
 *
 * @throws ApiError as `readLiveRows`
 */
export const answerLive = async (
  service: Service,
  caller: Caller,
  query: LiveQuery,
  reader: Reader,
): Promise<LiveAnswer> => {
  const now = service.now();
  const rows = await readLiveRows(service, caller, query.tags, scanStart(query.since, now), reader);
  return compareTags(new LiveChanges(rows), query, now);
};
