// Creates many documents of one type together: one query for each type of target, one insertion.
import { identifyingAttributes, type ContentType } from '../../../schema/index.ts';
import { withDefaults, type CheckedInput } from '../../input/index.ts';
import type { Service } from '../../../platform/service.ts';
import { isDuplicateKey, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';
import { ApiError } from '../../../errors.ts';
import { findTargets, type Targets } from '../links/findTargets.ts';
import { hasTakenValues } from '../values/unique.ts';
import { withBatchUids } from '../values/uids.ts';
import { targetsOf, type TargetReference } from './applyInput.ts';
import { WriteConflict } from './commit.ts';
import { buildDocument, type Creation, type NewDocument } from './create.ts';
import { applyBody, linkLocaleOf } from './prepare.ts';
import { recheckTargets } from './save.ts';
import type { WriteTarget } from './writeTarget.ts';

/** A document that may be created together with others. */
export interface BatchCreation {
  readonly target: WriteTarget;
  readonly input: CheckedInput;
  /** The targets that the body names. */
  readonly named: readonly TargetReference[];
}

/** Whether the links of the input change other documents: those of the inverse side, and targets with a single owner. */
const changesOthers = ({ attributes }: ContentType, input: CheckedInput): boolean =>
  [...input].some(([name, { kind }]) => {
    const attribute = kind === 'links' ? attributes.get(name) : undefined;
    return attribute?.kind === 'relation' && (attribute.side.holds !== 'links' || attribute.exclusive);
  });

/**
 * @returns the creation for `createMany`; undefined if it must be done by itself: it has faults or changes other
 *   documents, the project has hooks on it, or what it may relate to can depend on the documents that are created before it
 */
export const toBatchCreation = ({ schema }: Service, { target, body }: Creation): BatchCreation | undefined => {
  const { type, relatable, documentId, hooks } = target;
  const { input, errors } = body;
  // A hook may read and write the documents before it.
  if (hooks !== undefined) return undefined;
  if (type.kind === 'singleType' || identifyingAttributes(type).length > 0 || documentId !== undefined)
    return undefined;
  if (errors.length > 0 || relatable?.conditional === true || changesOthers(type, input)) return undefined;
  const named = targetsOf(input, type.attributes, schema);
  // Nobody knows the documentId of a document before it is created, but its integer id can be guessed.
  const mayNameAnother = named.some(({ uid, ref }) => uid === type.uid && ref.id !== undefined);
  return mayNameAnother ? undefined : { target, input, named };
};

/** @returns the documents to insert; undefined if one of them has a fault */
const buildDocuments = async (
  service: Service,
  unit: Transaction,
  target: WriteTarget,
  inputs: readonly CheckedInput[],
  targets: Targets,
): Promise<readonly NewDocument[] | undefined> => {
  const documents: NewDocument[] = [];
  try {
    for (const input of inputs) {
      const documentId = service.newDocumentId();
      const body = { input, errors: [] };
      const { versions, relatedUpdates } = await applyBody(service, unit, target, 'create', documentId, body, targets);
      if (relatedUpdates.length > 0) return undefined;
      documents.push(buildDocument(service, target, documentId, 1, versions));
    }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
  return documents;
};

/**
 * Lets the first document of a batch carry the `uncounted` of all, so that lists and the relay read one index entry for
 * it. The documents have the same locale, and one transaction inserts them, so the sum is exact at every moment.
 */
const withSharedUncounted = (documents: readonly StoredDocument[]): StoredDocument[] => {
  const sum = documents.reduce((total, { uncounted = 0 }) => total + uncounted, 0);
  return documents.map((document, index) => {
    const copy: { -readonly [Key in keyof StoredDocument]: StoredDocument[Key] } = { ...document };
    delete copy.uncounted;
    return index === 0 && sum !== 0 ? { ...copy, uncounted: sum } : copy;
  });
};

/** @throws WriteConflict when another write has just used one of the unique values */
const insert = async (
  { db, options }: Transaction,
  collectionName: string,
  documents: StoredDocument[],
): Promise<void> => {
  try {
    await db.collection<StoredDocument>(collectionName).insertMany(documents, options);
  } catch (error) {
    throw isDuplicateKey(error) ? new WriteConflict() : error;
  }
};

/**
 * Creates documents with the same target, in order. Each is stored as if it was created by itself, after those before it.
 *
 * @param unit a transaction
 * @returns the documents as stored; undefined if one of them has a fault: then nothing is written, and creating them one
 *   after another finds the faults
 * @throws WriteConflict when another write has just used one of the unique values
 */
export const createMany = async (
  service: Service,
  unit: Transaction,
  creations: readonly [BatchCreation, ...BatchCreation[]],
): Promise<readonly StoredDocument[] | undefined> => {
  const { schema, sequences } = service;
  const [{ target }] = creations;
  const { type, locale, relatable } = target;
  const bodies = creations.map(({ input: body }) => ({ body, input: withDefaults(schema, type.attributes, body) }));
  const inputs = await withBatchUids(unit, type, locale, bodies);
  const named = creations.flatMap((creation) => creation.named);
  const document = { type, documentId: '', before: {}, others: [] };
  const lookup = { locale: await linkLocaleOf(service, locale), relatable, document };
  const targets = await findTargets(unit, schema, named, lookup);
  if (targets.errors.length > 0) return undefined;
  await sequences.reserve(type.collectionName, inputs.length * (type.draftAndPublish ? 2 : 1));
  const documents = await buildDocuments(service, unit, target, inputs, targets);
  if (documents === undefined) return undefined;
  const stored = documents.map((one) => one.stored);
  if (await hasTakenValues(unit, type, locale, stored)) return undefined;
  await insert(unit, type.collectionName, withSharedUncounted(documents.map(({ inserted }) => inserted)));
  await recheckTargets(service, unit, targets.linked);
  return stored;
};
