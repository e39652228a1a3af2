// Declares what the editor asks about agents that sign in as its user: the consent, and the connections that follow from it.
import { arrayOf, closedObject, dataAnswer, dateTime, defineContract } from '../../contracts/contract.ts';
import { flag, fullObject, nullable, text } from '../../contracts/contract.ts';
import { agentScopes } from '../../platform/agentScopes.ts';

const scope = { type: 'string', enum: agentScopes } as const;

/** `url` is the address of its description, which was read; `name` is what it calls itself. */
const client = { id: text, name: text, url: nullable(text) } as const;

const Authorization = fullObject({
  client: fullObject({ ...client, isVerified: { ...flag, description: 'whether its description is at its `url`' } }),
  redirectHost: { type: 'string', description: 'where the browser goes then' },
  isLocal: { ...flag, description: 'whether that is a program on the machine of the user' },
  scopes: arrayOf(
    fullObject({
      ...{ name: scope, requested: flag },
      possible: { ...flag, description: 'whether the role of the user may do anything of it' },
    }),
  ),
});

const Connection = fullObject({
  ...{ id: text, client: fullObject(client), scopes: arrayOf(scope), createdAt: dateTime, lastUsedAt: dateTime },
});

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
      description: 'The query is that of an authorization request of OAuth 2.1.',
      query: {
        ...{ response_type: text, client_id: text, redirect_uri: text, scope: text, state: text, resource: text },
        ...{ code_challenge: text, code_challenge_method: text },
      },
      requiredQuery: ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'],
      returns: 'The client, and what it asks for',
      answer: dataAnswer(Authorization),
      errors: [401, 403, 404, 429],
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
      summary: 'Ends a connection of the user, with its tokens',
      returns: 'It has ended',
      errors: [401, 403, 404],
    },
  },
});
