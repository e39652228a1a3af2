// Comments on documents and their attributes, which editors write for each other.
export {
  changeComment,
  commentContext,
  createComment,
  deleteComment,
  listComments,
  type CommentContext,
} from './comments.ts';
export {
  readCommentChange,
  readCommentLocale,
  readCommentsPage,
  readMentionsQuery,
  readNewComment,
  readPeopleQuery,
} from './commentRequests.ts';
export { mailComments } from './mailComments.ts';
export { findPeople, listMentions } from './mentions.ts';
export { sweepComments, sweepCommentsDaily } from './sweepComments.ts';
