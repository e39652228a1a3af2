// Reads and changes the stage and the assignee of a draft.
import { forbidden, invalidValues } from '../../errors.ts';
import { mayMoveTo, requirePermission, writerOf } from '../../platform/access/index.ts';
import {
  standaloneOperations,
  documentName,
  type StoredDocument,
  type ExpectedRevisions,
  type Transaction,
} from '../../platform/db/index.ts';
import { formatRevision } from '../../read/execute/index.ts';
import { reviewNames, stageAfterChange, stageOf } from '../../schema/index.ts';
import { checkExpected, runWrite, storeAssignee, storeStage, type PreparedWrite } from '../../write/documents/index.ts';
import { guardWrite, mayReview, stageRights } from '../../write/permissions/index.ts';
import { findAssignable, findAssignee, listAssignable } from './assignableUsers.ts';
import { assigningAction, findDraft, type ReviewContext } from './reviewContext.ts';

/** Stages are numbered from 1, as the type lists them. */
const describe = async (context: ReviewContext, stored: StoredDocument) => {
  const { documentId, locale } = stored;
  const { stages } = context.review;
  const name = stageOf(context.review, stored[reviewNames.stage]);
  return {
    data: {
      ...{ documentId, locale },
      [reviewNames.stage]: { id: stages.indexOf(name) + 1, name },
      [reviewNames.assignee]: await findAssignee(context, stored[reviewNames.assignee]),
    },
    meta: {},
    revision: formatRevision({ ...stored }),
  };
};

/**
 * The stages of a draft, whether the caller may move it there, where a change by the caller puts it, the users to whom the caller
 * may assign it, and those of them who may move it into the stage that publishes.
 *
 * @throws ApiError 403 if the caller may neither update nor review the draft
 */
export const readStages = async (context: ReviewContext) => {
  const { review } = context;
  assigningAction(context);
  const unit = await standaloneOperations(context.service.database);
  const stored = await findDraft(context, unit);
  const { data } = await describe(context, stored);
  const { [reviewNames.stage]: stage, [reviewNames.assignee]: assignee } = data;
  const maySet = stageRights(context, await mayReview(context, stored, unit));
  const next = stageAfterChange(review, stage.name, maySet);
  return {
    data: review.stages.map((name, index) => ({ id: index + 1, name, isAllowed: maySet(name) })),
    meta: {
      ...{ stageCount: review.stages.length, workflowCount: 1, publishFrom: review.publishFrom ?? null },
      ...{ stage, returnsTo: next === stage.name ? null : next, assignee },
      ...(await listAssignable(context)),
    },
  };
};

/** Prepares a write of the draft within the conditions of a permission. */
const prepareReviewWrite = (
  context: ReviewContext,
  action: 'update' | 'review',
  expected: ExpectedRevisions | undefined,
  write: (unit: Transaction, draft: Awaited<ReturnType<typeof findDraft>>) => Promise<void>,
): PreparedWrite<void> => {
  const { type, documentId } = context;
  return guardWrite(context, action, documentId, {
    about: documentName(type, documentId),
    attempt: (unit: Transaction) =>
      unit.inTransaction(async (transaction) => {
        const draft = await findDraft(context, transaction);
        checkExpected(expected, draft);
        await write(transaction, draft);
      }),
  });
};

/** Runs a write. @returns the draft as it is then */
const run = async (context: ReviewContext, write: PreparedWrite<void>) => {
  const { service } = context;
  await runWrite(service, write);
  return describe(context, await findDraft(context, await standaloneOperations(service.database)));
};

/** A stage by its number or its name. */
interface StageChoice {
  readonly id?: number;
  readonly name?: string;
}

const stageNameOf = ({ review: { stages } }: ReviewContext, { id, name }: StageChoice): string => {
  const found = name === undefined ? stages[(id ?? 0) - 1] : stages.find((one) => one === name);
  if (found !== undefined) return found;
  const path = ['data', name === undefined ? 'id' : 'name'];
  const known = stages.map((one, index) => `${index + 1} (${one})`).join(', ');
  throw invalidValues([{ path, message: `There is no such stage: expected one of ${known}`, value: name ?? id }]);
};

/**
 * @param expected the condition of an `If-Match` header
 * @throws ApiError 403 if the caller may not move the draft into the stage, 400 for a stage that does not exist, 412
 */
export const prepareMove = (
  context: ReviewContext,
  choice: StageChoice,
  expected?: ExpectedRevisions,
): PreparedWrite<void> => {
  const { service, caller, type, review } = context;
  requirePermission(caller, 'review', type.uid);
  const to = stageNameOf(context, choice);
  if (!mayMoveTo(caller, type.uid, to)) throw forbidden(`You may not move documents into the stage "${to}"`);
  return prepareReviewWrite(context, 'review', expected, async (unit, draft) => {
    const from = stageOf(review, draft[reviewNames.stage]);
    const users = [draft[reviewNames.assignee], draft.updatedBy];
    if (from !== to) await storeStage(unit, type, draft, { from, to }, service.now(), { by: writerOf(caller), users });
  });
};

/** Moves the draft into a stage. Throws as `prepareMove`. */
export const moveToStage = async (...[context, ...rest]: Parameters<typeof prepareMove>) =>
  run(context, prepareMove(context, ...rest));

/**
 * @param id of the user; null: nobody
 * @throws ApiError 403 if the caller may neither update nor review the draft, 400 for a user who may not edit it, 412
 */
export const prepareAssign = async (
  context: ReviewContext,
  id: number | null,
  expected?: ExpectedRevisions,
): Promise<PreparedWrite<void>> => {
  const { service, caller, type, review } = context;
  const action = assigningAction(context);
  const user = id === null ? undefined : await findAssignable(context, id);
  if (id !== null && user === undefined)
    throw invalidValues([
      { path: ['data', 'id'], message: 'There is no user with this id who may edit the draft', value: id },
    ]);
  const assignee = user?.documentId ?? null;
  return prepareReviewWrite(context, action, expected, async (unit, draft) => {
    if ((draft[reviewNames.assignee] ?? null) === assignee) return;
    const news = { by: writerOf(caller), stage: stageOf(review, draft[reviewNames.stage]) };
    await storeAssignee(unit, type, draft, assignee, service.now(), news);
  });
};

/** Assigns the draft. Throws as `prepareAssign`. */
export const assign = async (...[context, ...rest]: Parameters<typeof prepareAssign>) =>
  run(context, await prepareAssign(context, ...rest));
