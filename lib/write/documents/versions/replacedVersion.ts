// Decides what a write keeps of the version that it replaces. The stored document is its newest version, so nothing is
// kept of it before the next write.
import { createHash } from 'node:crypto';
import { BSON, ObjectId, type Document } from 'mongodb';
import { memoize } from '../../../memoize.ts';
import { editedVersion, keepsHistory, type ContentType, type Schema } from '../../../schema/index.ts';
import {
  systemFields,
  type EventAction,
  type OutboxEvent,
  type ReplacedVersion,
  type StoredDocument,
  type StoredVersions,
  type Version,
  type VersionOrigin,
} from '../../../platform/db/index.ts';
import { currentSource, setMark } from '../changeSource.ts';
import { definitionOf } from './schemaFingerprint.ts';

/** Writes of one group become one version for this long. */
const groupMs = 600_000;

/** A larger version is stored before the write: it would make each write of the document slower until the relay moved it. */
export const maxReplacedBytes = 500_000;

/** The most bytes of replaced versions in one document: it must still fit into 16 MB with both of its versions. */
export const maxOutboxBytes = 2_000_000;

/** The projection without the versions in the outbox, for writers: they need only their sizes. */
export const withoutReplaced = {
  'pending.replaced.draft': 0,
  'pending.replaced.published': 0,
  'pending.removedVersion': 0,
} as const;

/** The bytes of the replaced versions in the outbox. */
export const outboxBytes = ({ pending = [] }: Pick<StoredDocument, 'pending'>): number =>
  pending.reduce((sum, { replaced }) => sum + (replaced?.bytes ?? 0), 0);

/** What identifies a write in the history. */
export interface HistoryWrite {
  readonly revision: number;
  readonly actions: readonly EventAction[];
  readonly at: Date;
  readonly by: string | null | undefined;
  /** Whether it only adds to numbers. */
  readonly isIncrement?: true;
}

/** The group of a write: autosaves of one person, or increments, which may be many in a second. */
const groupOf = ({ actions, by, isIncrement }: Omit<HistoryWrite, 'revision' | 'at'>): string | undefined => {
  if (isIncrement === true) return 'increments';
  return currentSource() === 'autosave' && !actions.includes('publish') ? `autosaves of ${by ?? ''}` : undefined;
};

/** @returns the field of a document that a write made; empty if the type has no history */
export const writtenField = (
  schema: Schema,
  type: ContentType,
  write: HistoryWrite,
): { readonly written?: VersionOrigin } => {
  const { revision, actions, at, by } = write;
  const action = actions.at(-1);
  if (!keepsHistory(type) || action === undefined) return {};
  const via = currentSource();
  const group = groupOf(write);
  return {
    written: {
      ...{ id: new ObjectId(), revision, at, action, via, schema: definitionOf(type, schema).fingerprint },
      ...setMark(),
      ...(typeof by === 'string' ? { by } : {}),
      ...(group === undefined ? {} : { group: { name: group, since: at } }),
    },
  };
};

/**
 * The origin of a version that was written before the site kept a history. The same version always has the same id, so that it
 * is not kept twice.
 */
const unknownOrigin = (type: ContentType, document: StoredDocument): VersionOrigin => {
  const { documentId, locale, revision, updatedBy } = document;
  const name = [type.collectionName, documentId, locale, revision].join(' ');
  const edited = document[editedVersion(type)] ?? document.published;
  return {
    id: new ObjectId(createHash('sha256').update(name).digest().subarray(0, 12)),
    ...{ revision, at: edited?.updatedAt ?? new Date(0) },
    ...(typeof updatedBy === 'string' ? { by: updatedBy } : {}),
  };
};

/** The origin of what is stored now. */
export const originOf = (type: ContentType, document: StoredDocument): VersionOrigin =>
  document.written ?? unknownOrigin(type, document);

const sizeOf = memoize((version: Version) => BSON.calculateObjectSize(version));

/** The bytes of a version, computed once: the next write of a document that this process remembers needs them again. */
export const versionBytes = (version: Version | undefined): number => (version === undefined ? 0 : sizeOf(version));

/** The draft without the values that it shares with the published version: both were written together by this process. */
const sharedDraft = ({ draft, published }: StoredVersions): Pick<ReplacedVersion, 'draft' | 'sharesValues'> => {
  if (draft === undefined || published === undefined) return {};
  const names = Object.keys(draft).filter((name) => !systemFields.has(name));
  const isShared =
    names.every((name) => draft[name] === published[name]) &&
    Object.keys(published).every((name) => systemFields.has(name) || Object.hasOwn(draft, name));
  const { id, createdAt, updatedAt } = draft;
  return isShared ? { draft: { id, createdAt, updatedAt }, sharesValues: true } : {};
};

/** What a document is, as its history keeps it. */
export const replacedVersionOf = (type: ContentType, document: StoredDocument): ReplacedVersion => {
  const { draft, published } = document;
  const versions = { ...(draft === undefined ? {} : { draft }), ...(published === undefined ? {} : { published }) };
  return { ...originOf(type, document), ...versions, bytes: versionBytes(draft) + versionBytes(published) };
};

/** The group that a write continues; undefined: it makes a version of its own. */
const continuedGroup = ({ written: last }: StoredDocument, { group, at }: VersionOrigin): VersionOrigin['group'] =>
  last?.group !== undefined && last.group.name === group?.name && at.getTime() - last.group.since.getTime() < groupMs
    ? last.group
    : undefined;

/** What a write of an existing document does for its history. */
export interface HistoryUpdate {
  /** The origin of the new version; undefined: the type has no history, or the write changes no content. */
  readonly written?: VersionOrigin;
  /** The version that goes into the outbox with the write. */
  readonly replaced?: ReplacedVersion;
  /** The version that must be stored before the write. */
  readonly storedFirst?: ReplacedVersion;
}

/**
 * @param before the document as it was read, perhaps without the versions in its outbox
 * @param write its actions are empty if it changes no content
 */
export const historyUpdate = (
  schema: Schema,
  type: ContentType,
  before: StoredDocument,
  write: HistoryWrite,
): HistoryUpdate => {
  const { written } = writtenField(schema, type, write);
  if (written === undefined) return {};
  const group = continuedGroup(before, written);
  if (group !== undefined) return { written: { ...written, group } };
  const replaced = replacedVersionOf(type, before);
  const isLarge = replaced.bytes > maxReplacedBytes || outboxBytes(before) + replaced.bytes > maxOutboxBytes;
  return { written, ...(isLarge ? { storedFirst: replaced } : { replaced: { ...replaced, ...sharedDraft(before) } }) };
};

/** What a writer remembers of the outbox: one event stands for all, with the bytes of their versions. */
export const outboxStub = (before: StoredDocument, [event]: readonly OutboxEvent[]): readonly OutboxEvent[] => {
  const bytes = outboxBytes(before) + (event?.replaced?.bytes ?? 0);
  if (event === undefined || bytes === 0) return [];
  const { id, action, at } = event;
  return [{ id, action, at, replaced: { id, at, revision: before.revision, bytes } }];
};

/** The events with the replaced version in the first. */
export const withReplaced = (
  [first, ...others]: readonly OutboxEvent[],
  replaced: ReplacedVersion | undefined,
): readonly OutboxEvent[] =>
  first === undefined ? [] : [replaced === undefined ? first : { ...first, replaced }, ...others];

/**
 * The same for updates that MongoDB computes from what it stores.
 *
 * @param most the most bytes of the replaced version: a larger one is left out
 * @returns the replaced version, which the first event gets, and the new origin; undefined if the type has no history
 */
export const computedHistory = (
  schema: Schema,
  type: ContentType,
  write: Omit<HistoryWrite, 'revision'>,
  most: number,
): { readonly replaced: Document; readonly written: Document } | undefined => {
  const { written } = writtenField(schema, type, { ...write, revision: 0 });
  if (written === undefined) return undefined;
  const { group, ...origin } = written;
  const unknown = {
    id: new ObjectId(),
    revision: '$revision',
    at: { $ifNull: ['$draft.updatedAt', '$published.updatedAt'] },
    by: { $ifNull: ['$updatedBy', '$$REMOVE'] },
  };
  const versions = { draft: '$draft', published: '$published' };
  const earliest = new Date(write.at.getTime() - groupMs);
  const isContinued = {
    $and: [{ $eq: ['$written.group.name', group?.name ?? null] }, { $gt: ['$written.group.since', earliest] }],
  };
  const bytes = { $bsonSize: versions };
  const replaced = { $mergeObjects: [{ $ifNull: ['$written', unknown] }, versions, { bytes }] };
  const isKept = { $not: [{ $or: [isContinued, { $gt: [bytes, most] }] }] };
  return {
    replaced: { $cond: [isKept, replaced, '$$REMOVE'] },
    written: {
      $mergeObjects: [
        { $literal: origin },
        { revision: { $add: ['$revision', 1] } },
        group === undefined ? {} : { group: { $cond: [isContinued, '$written.group', { $literal: group }] } },
      ],
    },
  };
};
