// Everything that is neither content, files nor accounts and needs no rights at AWS, and all requests without a route.
import {
  answerContract,
  checkAdministration,
  checkDocument,
  checkEditor,
  checkPermission,
  combine,
  endpoint,
  identifyCaller,
  type Check,
} from '../lib/api/http/index.ts';
import { bulkJobContract } from '../lib/bulkJobs/contract.ts';
import { bulkJobHandlers } from '../lib/bulkJobs/index.ts';
import { commentContract, mentionContract } from '../lib/comments/contract.ts';
import { commentContext, commentHandlers, mentionHandlers } from '../lib/comments/index.ts';
import { auditContract } from '../lib/history/audit/contract.ts';
import { auditHandlers } from '../lib/history/audit/index.ts';
import { localeContract } from '../lib/platform/locales/contract.ts';
import { localeHandlers } from '../lib/platform/locales/index.ts';
import { typeBuilderContract } from '../lib/describe/type-builder/contract.ts';
import { typeBuilderHandlers } from '../lib/describe/type-builder/index.ts';
import { editorContract } from '../lib/editorApi/contract.ts';
import { editorHandlers, type EditorRequest } from '../lib/editorApi/index.ts';
import { listViewContract } from '../lib/editorApi/listViews/contract.ts';
import { listViewHandlers } from '../lib/editorApi/listViews/index.ts';
import { withStepUp } from '../lib/accounts/factors/index.ts';
import { roleContract } from '../lib/accounts/roles/contract.ts';
import { roleHandlers } from '../lib/accounts/roles/index.ts';
import { tokenContract } from '../lib/accounts/tokens/contract.ts';
import { tokenHandlers } from '../lib/accounts/tokens/index.ts';
import { webhookContract } from '../lib/events/webhooks/contract.ts';
import { webhookHandlers } from '../lib/events/webhooks/index.ts';
import { releaseContract } from '../lib/releases/contract.ts';
import { releaseContext, releaseHandlers } from '../lib/releases/index.ts';
import { reviewContract } from '../lib/releases/review/contract.ts';
import { reviewContext, reviewHandlers } from '../lib/releases/review/index.ts';
import { scheduleContract } from '../lib/releases/schedules/contract.ts';
import { scheduleContext, scheduleHandlers } from '../lib/releases/schedules/index.ts';
import { actions } from '../lib/api/documentActions.ts';
import { docs } from './general/docs.ts';
import { openapi } from './general/openapi.ts';

const checkFactor = withStepUp(checkAdministration, (caller) => caller);
const locales = answerContract(localeContract, checkPermission, localeHandlers);
const audit = answerContract(auditContract, checkAdministration, auditHandlers);
const checkRights = withStepUp(checkPermission, (caller) => caller);
const roles = answerContract(roleContract, checkRights, roleHandlers);

const checkEditorRequest: Check<string, 'editor', EditorRequest> = async (request, service, route) => {
  const { logFields, timings } = request;
  return { logFields, timings, caller: await checkEditor(request, service, route) };
};

const editor = answerContract(editorContract, checkEditorRequest, editorHandlers);
const bulkJobs = answerContract(
  bulkJobContract,
  async (request, service, route) => ({ service, ...(await checkEditorRequest(request, service, route)) }),
  bulkJobHandlers,
);
const listViews = answerContract(listViewContract, checkEditor, listViewHandlers);
const tokens = answerContract(tokenContract, checkFactor, tokenHandlers);
const typeBuilder = answerContract(typeBuilderContract, checkPermission, typeBuilderHandlers);
const webhooks = answerContract(webhookContract, checkFactor, webhookHandlers);
const releases = answerContract(
  releaseContract,
  async (request, service) => releaseContext(service, await identifyCaller(request, service)),
  releaseHandlers,
);
const schedules = answerContract(
  scheduleContract,
  checkDocument(scheduleContext, ({ draftAndPublish }) => draftAndPublish),
  scheduleHandlers,
);
const comments = answerContract(commentContract, checkDocument(commentContext), commentHandlers);
const mentions = answerContract(mentionContract, checkEditor, mentionHandlers);
const review = answerContract(
  reviewContract,
  checkDocument(reviewContext, (type) => type.review !== undefined),
  reviewHandlers,
);

export const handler = endpoint(
  combine(
    ...[audit, bulkJobs, docs, editor, listViews, locales, openapi, roles, tokens, typeBuilder, webhooks],
    ...[releases, schedules, comments, mentions, review, actions],
  ),
);
