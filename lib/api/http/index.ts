// HTTP as Lambda sees it: converts events to requests, and answers to results.
export { clientAddress, networkOf } from './clientAddress.ts';
export { admit, requireAnyPermission, identifyCaller, identifyPermitted, type AdmittedRequest } from './admit.ts';
export {
  createdAnswer,
  uncachedAnswer,
  noContent,
  okAnswer,
  plainAnswer,
  errorAnswer,
  type Answer,
  type AnswerParts,
} from './answer.ts';
export { arrivingBody, disconnected, type ArrivingBody, type Event } from './event.ts';
export { bodyTooLarge } from './decodeBody.ts';
export { bodyNotJson, parseJson, dataOf, isForm, isJson, isUrlEncodedForm, parseBody, refuseBody } from './readBody.ts';
export { answerContract } from './answerContract.ts';
export { answerUnrouted } from './answerUnrouted.ts';
export { ifMatchOf, readIfMatch, readIfNoneMatch, refuseIfMatch } from './conditional.ts';
export { readCookie, setCookie } from './cookies.ts';
export { edgeHeader, isFromEdge } from './requireEdge.ts';
export { corsOf, preflight, varyWithAccept } from './cors.ts';
export {
  deferCheck,
  checkPermission,
  checkEditor,
  dispatch,
  combine,
  allowEveryone,
  type Check,
  type CheckedOperation,
  type Dispatcher,
  type UserCaller,
} from './dispatch.ts';
export { delayLog, logFailure, type Log } from './log.ts';
export { endpoint, type Endpoint, type Handler, type Operation } from './endpoint.ts';
export { bytesToSend, shrinkToFit } from './shrinkToFit.ts';
export { fixedMethods } from './fixedMethods.ts';
export { idInSegment, matchTemplate, segmentsOf, templateOf, withoutEndSlashes, type Template } from './paths.ts';
export { checkAdministration, identifyOwnerOrCaller } from './checkAdministration.ts';
export { checkDocument } from './checkDocument.ts';
export { formatOf, hasPreviewToken, previewNotAllowed, requestIdOf, valueInQuery, type Request } from './request.ts';
export type { RoutePermission, Route } from './routes/index.ts';
export { sourceOf } from './sourceOf.ts';
export { documentActions, targetOf, type DocumentAction } from './target.ts';
export { typeInPath } from './typeInPath.ts';
export { toApiError } from './errors.ts';
