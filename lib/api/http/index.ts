// HTTP as Lambda sees it: converts events to requests, and answers to results.
export { admit, admitAny, permitted, type Admitted } from './admit.ts';
export { created, momentary, noContent, ok, plain, refused, type Answer } from './answer.ts';
export {
  arrivingBody,
  bodyTooLarge,
  dataOf,
  isForm,
  parseJson,
  refuseBody,
  type ArrivingBody,
  type Event,
} from './body.ts';
export { ifMatch, refuseIfMatch } from './conditional.ts';
export { corsOf, preflight } from './cors.ts';
export { checkedByOperation, checkPermission, dispatch, everyone, type CheckedOperation } from './dispatch.ts';
export { logFailure, type Log } from './log.ts';
export { endpoint, type Endpoint, type Handler, type Operation } from './endpoint.ts';
export { fitting } from './fitting.ts';
export { fixedMethods } from './fixedMethods.ts';
export { numberIn, parametersOf, segmentsOf, templateOf, withoutEndSlashes, type Template } from './paths.ts';
export { owner } from './owner.ts';
export { formatOf } from './format.ts';
export { isPreview, noPreview } from './preview.ts';
export type { Request } from './request.ts';
export type { Permission, Route } from './routes/index.ts';
export { documentActions, targetOf, type DocumentAction, type Target } from './target.ts';
export { toldOf } from './errors.ts';
