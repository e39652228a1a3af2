// Declares what the editor asks about agents that sign in as its user: the consent, and the connections that follow from it.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  flag,
  fullObject,
  nullable,
  text,
} from '../../contracts/contract.ts';

/** What a person may allow an agent, from the least to the most. */
export const agentScopes = ['read', 'write', 'publish'] as const;

const scope = { type: 'string', enum: agentScopes } as const;

const client = {
  id: { type: 'string', description: 'as OAuth knows it' },
  name: { type: 'string', description: 'as the client calls itself' },
  url: { type: ['string', 'null'], description: 'the address of its description, which was read' },
} as const;

const Authorization = fullObject({
  client: fullObject({ ...client, isVerified: { ...flag, description: 'whether its description is at its `url`' } }),
  redirectHost: { type: 'string', description: 'where the browser goes then' },
  isLocal: { ...flag, description: 'whether that is a program on the computer of the user' },
  scopes: arrayOf(
    fullObject({
      name: scope,
      requested: flag,
      possible: { ...flag, description: 'whether the role of the user may do anything of it' },
    }),
  ),
});

const Connection = fullObject({
  ...{ id: text, client: fullObject(client), scopes: arrayOf(scope) },
  ...{ createdAt: dateTime, lastUsedAt: nullable(dateTime) },
});

/** The query of `findAuthorization` is that of the request of OAuth, with all its parameters: the handler reads its text. */
export const agentContract = defineContract({
  tag: 'Agents',
  function: 'mcp',
  path: '/api/agents',
  access: 'editor',
  ignoresQuery: true,
  params: { id: { type: 'string', description: 'the id of a connection' } },
  schemas: { AgentAuthorization: Authorization, AgentConnection: Connection },
  operations: {
    findAuthorization: {
      method: 'GET',
      path: '/authorization',
      summary: 'Describes the request of an agent to act for the user',
      query: {
        response_type: { type: 'string', description: '`code`' },
        client_id: { type: 'string', description: 'an address of a client metadata document, or of a registration' },
        redirect_uri: { type: 'string', description: 'one of those of the client' },
        code_challenge: { type: 'string', description: 'SHA-256 of the code verifier, in base64url' },
        code_challenge_method: { type: 'string', description: '`S256`' },
        resource: { type: 'string', description: 'the address of `/mcp`' },
        scope: { type: 'string', description: 'names with spaces between them' },
        state: { type: 'string', description: 'goes back to the client' },
      },
      requiredQuery: ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
      returns: 'The client, and what it asks for',
      answer: dataAnswer(Authorization),
      errors: [401, 403, 404],
    },
    decideAuthorization: {
      method: 'POST',
      path: '/authorization',
      summary: 'Allows or denies the request of an agent',
      body: closedObject(
        {
          request: { type: 'string', maxLength: 16_384, description: 'the query of the request' },
          scopes: { type: 'array', items: scope, description: 'what the user allows' },
          deny: flag,
        },
        ['request'],
      ),
      returns: 'Where the browser goes: to the client, with a code or an error',
      answer: dataAnswer(fullObject({ redirect: text })),
      errors: [401, 403, 404, 429],
    },
    findConnections: {
      method: 'GET',
      path: '/connections',
      summary: 'Lists the agents that act for the user',
      returns: 'The connections, the latest first',
      answer: dataAnswer(arrayOf(Connection)),
      errors: [401, 403, 404],
    },
    endConnection: {
      method: 'DELETE',
      path: '/connections/{id}',
      summary: 'Ends a connection of the user',
      returns: 'The connection has ended, with its tokens',
      errors: [401, 403, 404],
    },
  },
});
