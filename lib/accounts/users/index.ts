// The stored users, and what every request about users needs.
export {
  auditedUser,
  changeUser,
  checkOwnName,
  documentIdOf,
  duplicateAttributes,
  findByCodeHash,
  findByDocumentId,
  findByEmail,
  findByIdentifier,
  isTaken,
  mayHaveName,
  normalizeEmail,
  takenError,
  takenMessage,
  userTarget,
  withTakenError,
  writtenUserTarget,
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
