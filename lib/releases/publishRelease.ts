// Executes a release: all of its actions in one transaction, with the events of each document and that of the release.
import { ObjectId } from 'mongodb';
import { ApiError, conflict } from '../errors.ts';
import { currentInitiator, runWithInitiator } from '../platform/audit/index.ts';
import { livingDocumentFilter, settledMark, type StoredDocument, type Transaction } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import type { Locales } from '../read/query/index.ts';
import { replacedVersionOf, runInChangeSet, storeVersions } from '../write/documents/index.ts';
import type { ContentType } from '../schema/index.ts';
import { prepareCallerTransition } from '../write/operations/index.ts';
import { findAuthors, type Authors } from './checkActions.ts';
import type { DatabaseNow } from './databaseNow.ts';
import { recordRelease } from './recordRelease.ts';
import { actionsByType, releasableType } from './releaseContext.ts';
import {
  actionsIn,
  coversLocale,
  releasesIn,
  toEntry,
  writtenLocaleOf,
  type StoredAction,
  type StoredRelease,
} from './storedReleases.ts';
import { isSameValue, uniqueAttributes } from './uniqueValues.ts';

/** An action was refused. */
export class ActionRefused extends Error {
  readonly action: StoredAction;
  override readonly cause: ApiError;

  constructor(action: StoredAction, cause: ApiError) {
    super(cause.message);
    this.action = action;
    this.cause = cause;
  }
}

export interface Publication {
  readonly service: Service;
  readonly locales: Locales;
  readonly now: DatabaseNow;
}

/**
 * Removes unique values from published versions that other documents of the release take over, so that documents can exchange
 * them. Publishing stores new ones. The history gets the versions as they were.
 */
const freeUniqueValues = async (
  { service: { schema } }: Publication,
  { db, options }: Transaction,
  actions: readonly StoredAction[],
): Promise<void> => {
  const published = actions.filter((action) => action.type === 'publish');
  for (const { type, ofType } of actionsByType(schema, published)) {
    const unique = uniqueAttributes(type);
    if (unique.length === 0) continue;
    const documents = db.collection<StoredDocument>(type.collectionName);
    const paths = unique.flatMap(({ name }) => [`draft.${name}`, `published.${name}`]);
    const isReleased = ({ documentId, locale }: StoredDocument): boolean =>
      ofType.some((one) => one.documentId === documentId && coversLocale(one, locale));
    const ids = [...new Set(ofType.map(({ documentId }) => documentId))];
    const projection = Object.fromEntries(['documentId', 'locale', ...paths].map((path) => [path, 1]));
    const found = await documents
      .find({ documentId: { $in: ids }, published: { $exists: true } }, { ...options, projection, useBigInt64: true })
      .toArray();
    const stored = found.filter(isReleased);
    for (const { name } of unique)
      for (const { documentId, locale, draft, published: before } of stored) {
        const value = before?.[name];
        const isTaken = stored.some(
          (other) =>
            other.documentId !== documentId && other.locale === locale && isSameValue(other.draft?.[name], value),
        );
        if (!isTaken || isSameValue(draft?.[name], value)) continue;
        const whole = await documents.findOne({ documentId, locale }, { ...options, useBigInt64: true });
        if (whole === null) continue;
        const version = replacedVersionOf(type, whole);
        await storeVersions({ db, options }, schema, [{ type, documentId, locale, version }]);
        await documents.updateOne({ documentId, locale }, { $unset: { [`published.${name}`]: 1 } }, options);
      }
  }
};

/** Whether an unpublication must run: a version is published, or no document exists, which the transition refuses. */
const mustUnpublish = async (
  { db, options }: Transaction,
  type: ContentType,
  action: StoredAction,
): Promise<boolean> => {
  const found = await db
    .collection<StoredDocument>(type.collectionName)
    .find(livingDocumentFilter(type, action.documentId, writtenLocaleOf(action)), {
      ...options,
      projection: { 'published.id': 1 },
    })
    .toArray();
  return found.length === 0 || found.some(({ published }) => published !== undefined);
};

const runAction = async (
  { service, locales }: Publication,
  unit: Transaction,
  action: StoredAction,
  authors: Authors,
): Promise<void> => {
  const type = releasableType(service.schema, action.contentType);
  const caller = authors.get(action.author);
  if (type === undefined || caller === undefined)
    throw conflict('The content type, or whoever added the document, does not exist any more');
  const context = { service, caller, locales, type, locale: writtenLocaleOf(action) };
  if (action.type === 'unpublish' && !(await mustUnpublish(unit, type, action))) return;
  const initiator = { ...currentInitiator(), actor: action.author ?? 'command line' };
  const write = (): Promise<unknown> => prepareCallerTransition(context, action.documentId, action.type).attempt(unit);
  const mark = action.change && settledMark(action.change.set);
  await runWithInitiator(initiator, () => (mark === undefined ? write() : runInChangeSet(mark, write)));
};

/**
 * Executes a release.
 *
 * @param release as it was checked
 * @param mustBeDue whether its moment must have come by the database's clock
 * @returns the release as it is now; undefined: it is done already, or changed, or its moment has not come
 * @throws ActionRefused if an action cannot be done; then nothing is written
 */
export const publishRelease = async (
  publication: Publication,
  unit: Transaction,
  { _id, revision }: StoredRelease,
  mustBeDue: boolean,
): Promise<StoredRelease | undefined> => {
  const { service, now } = publication;
  const { db, options } = unit;
  const releases = releasesIn(db);
  // First, so that a second execution at the same time ends here.
  const releasedAt = now();
  const done = await releases.findOneAndUpdate(
    {
      ...{ _id, revision, releasedAt: null },
      ...(mustBeDue ? { $expr: { $lte: ['$scheduledAt', releasedAt] } } : {}),
    },
    [
      { $set: { status: 'done', releasedAt, updatedAt: releasedAt, revision: { $add: ['$revision', 1] } } },
      { $unset: ['due', 'failure', 'notified', 'agent.open'] },
    ],
    { ...options, returnDocument: 'after' },
  );
  if (done === null) return undefined;
  const actions = await actionsIn(db).find({ release: _id }, options).sort({ type: -1, _id: 1 }).toArray();
  const authors = await findAuthors(service, actions);
  const unpublished = actions.filter(({ type }) => type === 'unpublish');
  for (const action of unpublished) await attemptAction(publication, unit, action, authors);
  await freeUniqueValues(publication, unit, actions);
  for (const action of actions) if (action.type === 'publish') await attemptAction(publication, unit, action, authors);
  const at = done.releasedAt ?? service.now();
  const pending = { id: new ObjectId(), at, entry: toEntry(done) };
  await releases.updateOne({ _id }, { $set: { pending } }, options);
  await recordRelease(publication, unit, 'release.publish', done);
  return done;
};

const attemptAction = async (...[publication, unit, action, authors]: Parameters<typeof runAction>): Promise<void> => {
  try {
    await runAction(publication, unit, action, authors);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    throw new ActionRefused(action, error);
  }
};
