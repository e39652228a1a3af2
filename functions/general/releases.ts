// Releases, at /api/content-releases, and the schedules, stages, assignees and comments of documents.
import {
  changeComment,
  commentContext,
  createComment,
  deleteComment,
  findPeople,
  listComments,
  listMentions,
  readCommentChange,
  readCommentLocale,
  readCommentsPage,
  readMentionsQuery,
  readNewComment,
  readPeopleQuery,
  type CommentContext,
} from '../../lib/comments/index.ts';
import {
  checkEditor,
  combine,
  dataOf,
  dispatch,
  identifyCaller,
  noContent,
  okAnswer,
  plainAnswer,
  readIfMatch,
  refuseBody,
  typeInPath,
  type Answer,
  type Check,
  type Request,
} from '../../lib/api/http/index.ts';
import {
  commentRoutes,
  mentionRoutes,
  releaseRoutes,
  reviewRoutes,
  scheduleRoutes,
  type ContentPermission,
} from '../../lib/api/http/routes/index.ts';
import {
  addAction,
  addActions,
  changeAction,
  createRelease,
  deleteRelease,
  listActions,
  listReleases,
  listByDocument,
  mapDocuments,
  publishNow,
  readActionChange,
  readActionList,
  readDocumentQuery,
  readDocumentsQuery,
  readId,
  readNewRelease,
  readNewSchedule,
  readRelease,
  readReleaseChange,
  readReleasesPage,
  readSchedules,
  readScheduleType,
  releaseContext,
  requireScheduling,
  removeAction,
  schedule,
  scheduledDocument,
  unschedule,
  updateRelease,
  type ReleaseContext,
} from '../../lib/releases/index.ts';
import { notFound } from '../../lib/errors.ts';
import {
  assign,
  moveToStage,
  readAssignee,
  readStageChoice,
  readStages,
  reviewContext,
  reviewTarget,
} from '../../lib/releases/review/index.ts';
import type { Caller } from '../../lib/platform/access/index.ts';
import type { Service } from '../../lib/platform/service.ts';

const documentIn = (request: Request, service: Service) =>
  scheduledDocument(typeInPath(request, service), request.params.documentId, request.query);

/** @throws ApiError 404 for a path without a type that has drafts, before 401; 403 for a caller who may publish nothing */
const check: Check<string, 'caller' | ContentPermission, ReleaseContext> = async (request, service, { access }) => {
  const document = access === 'caller' ? undefined : documentIn(request, service);
  const caller = await identifyCaller(request, service);
  if (document !== undefined) requireScheduling(caller, document);
  return releaseContext(service, caller);
};

const dataAnswer = (data: unknown): Answer => plainAnswer({ data, meta: {} });

const created = (data: unknown): Answer => ({ status: 201, body: { data, meta: {} } });

const plans = dispatch([...releaseRoutes, ...scheduleRoutes], check, {
  findReleases: async ({ query }, _, context) => plainAnswer(await listReleases(context, readReleasesPage(query))),
  createRelease: async ({ readBody }, _, context) =>
    created(await createRelease(context, readNewRelease(await readBody()))),
  mapDocuments: async ({ query }, _, context) => dataAnswer(await mapDocuments(context, readDocumentsQuery(query))),
  findByDocument: async ({ query }, _, context) => plainAnswer(await listByDocument(context, readDocumentQuery(query))),
  findRelease: async ({ params }, _, context) => dataAnswer(await readRelease(context, readId(params.id))),
  updateRelease: async ({ params, readBody }, _, context) => {
    const id = readId(params.id);
    return dataAnswer(await updateRelease(context, id, readReleaseChange(await readBody())));
  },
  deleteRelease: async ({ params, readBody }, _, context) => {
    refuseBody(await readBody());
    return dataAnswer(await deleteRelease(context, readId(params.id)));
  },
  publishRelease: async ({ params, readBody }, _, context) => {
    refuseBody(await readBody());
    return plainAnswer(await publishNow(context, readId(params.id)));
  },
  findReleaseActions: async ({ params }, _, context) => plainAnswer(await listActions(context, readId(params.id))),
  addReleaseAction: async ({ params, readBody }, _, context) =>
    created(await addAction(context, readId(params.id), await readBody())),
  addReleaseActions: async ({ params, readBody }, _, context) => {
    const bodies = readActionList(await readBody());
    return plainAnswer(await addActions(context, readId(params.id), bodies));
  },
  changeReleaseAction: async ({ params, readBody }, _, context) => {
    const type = readActionChange(await readBody());
    return dataAnswer(await changeAction(context, readId(params.id), readId(params.actionId), type));
  },
  removeReleaseAction: async ({ params, readBody }, _, context) => {
    refuseBody(await readBody());
    await removeAction(context, readId(params.id), readId(params.actionId));
    return noContent;
  },
  findSchedules: async (request, service, context) =>
    dataAnswer(await readSchedules(context, documentIn(request, service))),
  schedule: async (request, service, context) => {
    const planned = readNewSchedule(await request.readBody());
    return dataAnswer(await schedule(context, documentIn(request, service), planned));
  },
  unschedule: async (request, service, context) => {
    refuseBody(await request.readBody());
    await unschedule(context, documentIn(request, service), readScheduleType(request.query));
    return noContent;
  },
});

/** @throws ApiError 404 for a path without a type, before 401 */
const identifyCommenter: Check<string, ContentPermission, Caller> = async (request, service) => {
  typeInPath(request, service);
  return identifyCaller(request, service);
};

/** @throws ApiError as `commentContext` */
const commentsOf = (
  request: Request,
  service: Service,
  caller: Caller,
  locale: string | undefined,
): Promise<CommentContext> =>
  commentContext(service, caller, {
    type: typeInPath(request, service),
    documentId: request.params.documentId,
    locale,
  });

const comments = dispatch(commentRoutes, identifyCommenter, {
  findComments: async (request, service, caller) => {
    const page = readCommentsPage(request.query);
    return plainAnswer(await listComments(await commentsOf(request, service, caller, page.locale), page));
  },
  createComment: async (request, service, caller) => {
    const context = await commentsOf(request, service, caller, readCommentLocale(request.query));
    return created(await createComment(context, readNewComment(dataOf(await request.readBody()))));
  },
  updateComment: async (request, service, caller) => {
    const context = await commentsOf(request, service, caller, readCommentLocale(request.query));
    const change = readCommentChange(dataOf(await request.readBody()));
    return dataAnswer(await changeComment(context, request.params.commentId, change));
  },
  deleteComment: async (request, service, caller) => {
    const context = await commentsOf(request, service, caller, readCommentLocale(request.query));
    refuseBody(await request.readBody());
    await deleteComment(context, request.params.commentId);
    return noContent;
  },
});

const mentions = dispatch(mentionRoutes, checkEditor, {
  findMentions: async ({ query }, service, caller) =>
    dataAnswer(await listMentions(service, caller, readMentionsQuery(query))),
  findPeople: async ({ query }, service, caller) => {
    const { type: uid, documentId, locale, text } = readPeopleQuery(query);
    const type = [...service.schema.served.values()].find((one) => one.uid === uid);
    if (type === undefined) throw notFound();
    const context = await commentContext(service, caller, { type, documentId, locale });
    return dataAnswer(await findPeople(context, text));
  },
});

const reviewTargetOf = (request: Request, service: Service) =>
  reviewTarget(typeInPath(request, service), request.params.documentId);

/** @throws ApiError 404 for a path without a type that has stages, before 401 */
const identifyReviewer: Check<string, ContentPermission, Caller> = (request, service) => {
  reviewTargetOf(request, service);
  return identifyCaller(request, service);
};

const reviewContextOf = (request: Request, service: Service, caller: Caller) =>
  reviewContext(service, caller, reviewTargetOf(request, service), request.query);

const review = dispatch(reviewRoutes, identifyReviewer, {
  findStages: async (request, service, caller) =>
    plainAnswer(await readStages(await reviewContextOf(request, service, caller))),
  moveToStage: async (request, service, caller) => {
    const context = await reviewContextOf(request, service, caller);
    const expected = readIfMatch(request, context.locale);
    return okAnswer(await moveToStage(context, readStageChoice(await request.readBody()), expected));
  },
  assign: async (request, service, caller) => {
    const context = await reviewContextOf(request, service, caller);
    const expected = readIfMatch(request, context.locale);
    return okAnswer(await assign(context, readAssignee(await request.readBody()), expected));
  },
});

export const releases = combine(plans, mentions, comments, review);
