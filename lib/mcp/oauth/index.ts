// Agents sign in for a user: OAuth 2.1, with Lectern as the authorization server.
export { agentHandlers } from './handlers.ts';
export { oauthOperations } from './endpoints.ts';
export { identifyAgent } from './identifyAgent.ts';
