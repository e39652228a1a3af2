// The administration of users: others create, change and delete them, as far as they may.
export { deleteAccess } from './deleteAccess.ts';
export { findAdministeredUser, clearingSessionCache, guardUserDelete } from './guardAdministration.ts';
export { keepAdministrator, prepareAdministratorLock } from './lastAdministrator.ts';
export { userWriter } from './userWriter.ts';
export { clearedCodes, endedAccess, namesOfChange, prepareCreateUser, prepareUpdateUser } from './prepareUser.ts';
export { readOnlyAttributes, setsPassword } from './userBody.ts';
