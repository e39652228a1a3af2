// Comments on documents and their attributes, which editors write for each other.
export { commentContext } from './comments.ts';
export { commentHandlers, mentionHandlers } from './handlers.ts';
export { mailComments } from './mailComments.ts';
export { mailNotices } from './reviewNotices.ts';
export { sweepComments } from './sweepComments.ts';
