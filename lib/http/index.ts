// HTTP as Lambda sees it: events in, envelopes out.
export { admit, admitTo, type Admitted } from './admit.ts';
export { created, noContent, ok, plain, type Answer } from './answer.ts';
export { dataOf } from './body.ts';
export { endpoint, type Handler, type Operation } from './endpoint.ts';
export type { Event, Request } from './request.ts';
export { targetOf, type Target } from './target.ts';
