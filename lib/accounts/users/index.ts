// The stored users, and what every request about users needs.
export { changeUser, writtenUserTarget } from './changeUser.ts';
export {
  duplicateAttributes,
  mayHaveName,
  normalizeEmail,
  takenError,
  takenMessage,
  usernameFaults,
  withTakenError,
} from './identifiers.ts';
export {
  auditedUser,
  documentIdOf,
  findByCodeHash,
  findByDocumentId,
  findByEmail,
  findByIdentifier,
  isTaken,
  userTarget,
  usersIn,
} from './storedUsers.ts';
export {
  admitUserRequest,
  populateRole,
  readUser,
  relatableDocumentsForUsers,
  userAnswer,
  userQuery,
  type UserRequestContext,
} from './userRequest.ts';
