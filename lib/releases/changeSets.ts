// Collects what an agent writes in a release: the change set of its session. The marks of events and versions carry the id of the
// release, so the relay adds what a process could not add that ended after the write.
import type { Db } from 'mongodb';
import { tooManyRequests, type ApiError } from '../errors.ts';
import {
  changeSetOf,
  collections,
  isDuplicateKey,
  livingFilter,
  settledMark,
  type OutboxEvent,
  type StoredDocument,
} from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import type { ContentType } from '../schema/index.ts';
import { runInTransaction } from '../write/documents/index.ts';
import { maxActions } from './contract.ts';
import { touchRelease } from './releaseActions.ts';
import { newRelease } from './releases.ts';
import {
  actionsIn,
  agentAuthor,
  coversLocale,
  endOfAgentSession,
  releasesIn,
  agentSessionMs,
  type StoredAction,
  type StoredRelease,
  type AgentSession,
} from './storedReleases.ts';

/** An agent that writes. */
export type Agent = Pick<AgentSession, 'name' | 'owner' | 'by'>;

/** A document that an agent has written. */
interface AgentWrite {
  readonly set: number;
  readonly type: ContentType;
  readonly documentId: string;
}

/** `Claude · Ann · 2026-11-30 18:40`, in UTC. */
const nameOf = ({ name, by }: Agent, at: Date): string =>
  [name.replaceAll('·', '-'), ...(by === null ? [] : [by]), at.toISOString().slice(0, 16).replace('T', ' ')]
    .join(' · ')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .slice(-255);

const tooManyWrites = (count: number, release: number): ApiError =>
  tooManyRequests(
    agentSessionMs / 1000,
    `The session has written ${count} times: ask a person to publish or discard release ${release}`,
  );

/** The last set of an agent that became full, while nobody has decided about it: the next one goes on counting its writes. */
const findFull = async (db: Db, key: string, since: Date): Promise<StoredRelease | undefined> => {
  const undecided = { 'agent.key': key, actionCount: { $gte: maxActions }, releasedAt: null, scheduledAt: null };
  const full = { ...undecided, 'agent.writtenAt': { $gt: since } };
  return (await releasesIn(db).find(full).sort({ _id: -1 }).limit(1).toArray())[0];
};

/**
 * Counts a write of an agent, and begins its session if none is open: after an hour without a write, after a person has decided about
 * all of it, or if its change set is full.
 *
 * @param key of the agent, as in `AgentSession`
 * @param describe is called if a session begins
 * @returns the id of the release that collects the write
 * @throws ApiError 429 if the session has written so often
 */
export const openSet = async (
  service: Service,
  key: string,
  describe: () => Agent | Promise<Agent>,
  mostWrites = Infinity,
): Promise<number> => {
  const db = await service.database.get();
  for (;;) {
    const now = service.now();
    const idleSince = new Date(now.getTime() - agentSessionMs);
    const open = { 'agent.open': key };
    const current = { ...open, 'agent.writtenAt': { $gt: idleSince }, actionCount: { $lt: maxActions } };
    const counted = await releasesIn(db).findOneAndUpdate(
      { ...current, 'agent.writes': { $lt: mostWrites } },
      { $set: { 'agent.writtenAt': now }, $inc: { 'agent.writes': 1 } },
    );
    if (counted !== null) return counted._id;
    const last = await releasesIn(db).findOne(open);
    if (last?.agent !== undefined) {
      const isOver = last.agent.writtenAt <= idleSince || last.actionCount >= maxActions;
      if (isOver) await releasesIn(db).updateOne({ _id: last._id }, { $unset: endOfAgentSession });
      else if (last.agent.writes >= mostWrites) throw tooManyWrites(mostWrites, last._id);
    }
    const full = await findFull(db, key, idleSince);
    const before = full?.agent?.writes ?? 0;
    if (full !== undefined && before >= mostWrites) throw tooManyWrites(mostWrites, full._id);
    const agent = await describe();
    const session = { ...agent, key, open: key, writes: before + 1, writtenAt: now };
    const made = await newRelease(service, agent.owner, nameOf(agent, now), null);
    const release: StoredRelease = { ...made, status: 'ready', agent: session };
    try {
      await releasesIn(db).insertOne(release);
      return release._id;
    } catch (error) {
      // Another call has just begun the session.
      if (!isDuplicateKey(error)) throw error;
    }
  }
};

/** Removes a change set without documents whose session is over: its writes were refused, taken back, or of types without drafts. */
export const removeEmptySet = async ({ database, now }: Service, _id: number): Promise<void> => {
  const over = { $lte: new Date(now().getTime() - agentSessionMs) };
  await releasesIn(await database.get()).deleteOne({ _id, actionCount: 0, 'agent.writtenAt': over });
};

const projection = {
  ...{ locale: 1, 'written.set': 1, 'written.revision': 1 },
  ...{ 'pending.set': 1, 'pending.stages': 1, 'pending.replaced.set': 1, 'pending.replaced.revision': 1 },
};

/** Whether the last mark of a document is that of a write of the set, not of what moved its stage, published it or took it back. */
const isWrittenIn = ({ pending = [], written }: StoredDocument, set: number): boolean =>
  [...pending.filter(({ stages }) => stages === undefined), written].findLast((one) => changeSetOf(one?.set) === set)
    ?.set === set;

/** From which stage to which an agent has moved a draft since the set was last published or taken back, if the relay has not seen it yet. */
const movedStages = ({ pending = [] }: StoredDocument, set: number): OutboxEvent['stages'] => {
  const settled = pending.findLastIndex((one) => one.set === settledMark(set));
  const moves = pending.slice(settled + 1).flatMap(({ set: mark, stages }) => (mark === set ? (stages ?? []) : []));
  const [first, last] = [moves[0], moves.at(-1)];
  return first === undefined || last === undefined ? undefined : { from: first.from, to: last.to };
};

/** The number of the first version that the agent has made since the set was last published or taken back; 0: unknown. */
const firstRevision = ({ pending = [], written }: StoredDocument, set: number): number => {
  const versions = [...pending.map(({ replaced }) => replaced), written].flatMap((one) => one ?? []);
  const settled = versions.findLastIndex((one) => one.set === settledMark(set));
  return versions.slice(settled + 1).find((one) => one.set === set)?.revision ?? 0;
};

/**
 * Keeps planned releases from publishing what an agent is about to write, which those who planned them have not seen: somebody must
 * plan them again. It comes before the write, so that no release can be executed between them.
 *
 * @param documentId undefined: that of a single type
 * @returns takes it back, if the write is refused
 */
export const holdPlanned = async (
  service: Service,
  { uid: contentType }: ContentType,
  documentId: string | undefined,
): Promise<() => Promise<void>> => {
  const about = { contentType, type: 'publish', ...(documentId === undefined ? {} : { documentId }) } as const;
  const db = await service.database.get();
  const actions = await actionsIn(db).find(about).toArray();
  const ids = actions.map(({ release }) => release);
  const isPlanned = { _id: { $in: ids }, releasedAt: null, scheduledAt: { $ne: null } };
  const planned = ids.length === 0 ? [] : await releasesIn(db).find(isPlanned).toArray();
  if (planned.length === 0) return () => Promise.resolve();
  await runInTransaction(service, async (unit) => {
    const release = { $in: planned.map(({ _id }) => _id) };
    const update = { $set: { author: agentAuthor }, $unset: { change: 1 } } as const;
    await releasesIn(unit.db).updateMany({ _id: release }, { $inc: { revision: 1 } }, unit.options);
    await actionsIn(unit.db).updateMany({ ...about, release }, update, unit.options);
  });
  return () =>
    runInTransaction(service, async (unit) => {
      for (const { _id: release, revision } of planned) {
        // Another write of an agent may have held it as well, and somebody may have changed it.
        const isOurs = { _id: release, revision: revision + 1 };
        const { matchedCount } = await releasesIn(unit.db).updateOne(isOurs, { $inc: { revision: 1 } }, unit.options);
        if (matchedCount === 0) continue;
        for (const { _id, author, change } of actions.filter((action) => action.release === release)) {
          const $set = { author, ...(change === undefined ? {} : { change }) };
          await actionsIn(unit.db).updateOne({ _id }, { $set }, unit.options);
        }
      }
    });
};

/** @returns false if the release would get the document and is done, or does not exist */
const addWritten = (service: Service, { set, type, documentId }: AgentWrite, release: number): Promise<boolean> =>
  runInTransaction(service, async (unit) => {
    const { db, options } = unit;
    const found = await db
      .collection<StoredDocument>(type.collectionName)
      .find({ documentId, ...livingFilter }, { ...options, projection })
      .toArray();
    const written = found.filter((one) => isWrittenIn(one, set));
    if (written.length === 0) return true;
    const about = { contentType: type.uid, documentId };
    const ofDocument = actionsIn(db).find({ ...about, release }, options);
    const known = await ofDocument.toArray();
    const missing = written.filter(({ locale }) => !known.some((action) => coversLocale(action, locale)));
    for (const document of written) {
      const action = known.find((one) => one.locale === document.locale);
      const stages = movedStages(document, set);
      if (action?.change === undefined || stages === undefined) continue;
      const change = { ...action.change, stages: { ...stages, from: action.change.stages?.from ?? stages.from } };
      await actionsIn(db).updateOne({ _id: action._id }, { $set: { change } }, options);
    }
    if (missing.length === 0) return true;
    if ((await releasesIn(db).findOne({ _id: release, releasedAt: null }, options)) === null) return false;
    await touchRelease({ service }, unit, release, missing.length);
    const added: StoredAction[] = [];
    for (const document of missing) {
      const stages = movedStages(document, set);
      added.push({
        ...{ _id: await service.sequences.next(collections.releaseActions), release, type: 'publish', ...about },
        ...{ locale: document.locale, author: agentAuthor },
        change: { set, first: firstRevision(document, set), ...(stages === undefined ? {} : { stages }) },
      });
    }
    await actionsIn(db).insertMany(added, options);
    return true;
  });

/**
 * Adds a document to a change set in the locales that an agent has written in it, if the set does not have it. It needs no permission:
 * whoever publishes it does. Types without drafts have nothing to publish, so no set has their documents. If the set is done
 * meanwhile, that of the present session gets the document; one that a person has deleted gets none.
 */
export const collectWritten = async (service: Service, write: AgentWrite): Promise<void> => {
  if (!write.type.draftAndPublish || (await addWritten(service, write, write.set))) return;
  const release = await releasesIn(await service.database.get()).findOne({ _id: write.set });
  if (release?.agent === undefined) return;
  const { agent } = release;
  await addWritten(service, write, await openSet(service, agent.key, () => agent));
};
