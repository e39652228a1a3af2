// Finds the users to whom a draft can be assigned: those who can open it in the editor.
import {
  displayNameOf,
  findCallerByName,
  mayHaveSession,
  mayMoveTo,
  type Caller,
} from '../../platform/access/index.ts';
import { livingFilter, standaloneOperations, type StoredDocument } from '../../platform/db/index.ts';
import { readQuery } from '../../read/query/index.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { builtInUids, typeOf } from '../../schema/index.ts';
import { mayReview } from '../../write/permissions/index.ts';
import { editingUsers } from '../editingRoles.ts';
import type { ReviewUser } from './contract.ts';
import { mayEdit, type ReviewContext } from './reviewContext.ts';

/** The most users of a list. */
const maxUsers = 50;

/** How many users are searched for those who can be assigned. */
const maxSearched = 500;

const findUsers = async (
  { service }: ReviewContext,
  filter: object,
  most: number,
): Promise<readonly StoredDocument[]> => {
  const { collectionName } = typeOf(service.schema, builtInUids.user);
  return (await service.database.get())
    .collection<StoredDocument>(collectionName)
    .find({ ...filter, ...livingFilter }, { projection: userProjection })
    .sort({ 'published.username': 1 })
    .limit(most)
    .toArray();
};

const userFields = ['id', 'username', 'blocked', 'confirmed'].map((name) => [`published.${name}`, 1] as const);
const userProjection = { documentId: 1, ...Object.fromEntries(userFields) };

/** The same users without those whom the caller's permissions hide, as `createdBy` hides their names. */
const withoutHidden = async (
  { service, caller, locales }: ReviewContext,
  users: readonly StoredDocument[],
): Promise<readonly StoredDocument[]> => {
  const type = typeOf(service.schema, builtInUids.user);
  const { permitted, ...query } = readQuery('', type, caller, { ...service, locales });
  if (permitted === undefined) return users;
  const ids = users.map(({ documentId }) => documentId);
  const unit = await standaloneOperations(service.database);
  const visible = await visibleDocumentsAmong(service, { ...query, permitted }, ids, unit);
  return users.filter(({ documentId }) => visible.has(documentId));
};

/** @returns the caller that the user is, if the draft can be assigned to the user */
const findAssignableCaller = async (
  context: ReviewContext,
  { documentId, published }: StoredDocument,
): Promise<Caller | undefined> => {
  const { service } = context;
  if (published === undefined || !mayHaveSession(published, service.config.auth.emailConfirmation)) return undefined;
  const caller = await findCallerByName(service, documentId);
  return caller !== undefined && (await mayEdit(context, caller)) ? caller : undefined;
};

/** Whether the caller may move the draft into the stage that publishes. */
const mayApprove = async (context: ReviewContext, caller: Caller): Promise<boolean> => {
  const { publishFrom } = context.review;
  if (publishFrom === undefined || !mayMoveTo(caller, context.type.uid, publishFrom)) return false;
  return mayReview({ ...context, caller }, context, await standaloneOperations(context.service.database));
};

/** What answers contain of a stored user. */
const toReviewUser = ({ documentId, published }: StoredDocument): ReviewUser => ({
  ...{ id: Number(published?.id), documentId, username: displayNameOf(published ?? {}) },
});

/** @returns the users by name, at most 50, and those of them who may approve the draft */
export const listAssignable = async (
  context: ReviewContext,
): Promise<Readonly<Record<'assignable' | 'approvers', readonly ReviewUser[]>>> => {
  const assignable: ReviewUser[] = [];
  const approvers: ReviewUser[] = [];
  for (const user of await withoutHidden(
    context,
    await findUsers(context, await editingUsers(context.service, context.type), maxSearched),
  )) {
    if (assignable.length === maxUsers) break;
    const caller = await findAssignableCaller(context, user);
    if (caller === undefined) continue;
    assignable.push(toReviewUser(user));
    if (await mayApprove(context, caller)) approvers.push(toReviewUser(user));
  }
  return { assignable, approvers };
};

/** @returns the user with this id; undefined if there is none, the caller may not see the user, or the user may not edit the draft */
export const findAssignable = async (context: ReviewContext, id: number): Promise<StoredDocument | undefined> => {
  const [user] = await withoutHidden(context, await findUsers(context, { 'published.id': id }, 1));
  return user !== undefined && (await findAssignableCaller(context, user)) !== undefined ? user : undefined;
};

/** @returns what the caller may know of the assignee; null: nobody, or a user who is deleted or hidden */
export const findAssignee = async (
  context: ReviewContext,
  documentId: string | null | undefined,
): Promise<ReviewUser | null> => {
  if (typeof documentId !== 'string') return null;
  const [user] = await withoutHidden(context, await findUsers(context, { documentId }, 1));
  return user === undefined ? null : toReviewUser(user);
};
