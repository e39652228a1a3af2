// SCIM 2.0: a provider of identities creates, changes and deactivates users, and puts them into groups.
export { scimOperations } from './answerScim.ts';
