// Declares what the editor asks about agents that sign in as its user.
import { arrayOf, closedObject, dataAnswer, defineContract } from '../../contracts/contract.ts';
import { flag, fullObject, nullable, text } from '../../contracts/contract.ts';
import { agentScope } from '../../accounts/sessions/contract.ts';

const Authorization = fullObject({
  client: fullObject({
    name: text,
    url: { ...nullable(text), description: 'where its description is, if that was read' },
  }),
  redirectHost: { type: 'string', description: 'where the browser goes then' },
  isLocal: { ...flag, description: 'whether that is a program on the machine of the user' },
  scopes: arrayOf(
    fullObject({
      ...{ name: agentScope, requested: flag },
      possible: { ...flag, description: 'whether the role of the user may do anything of it' },
    }),
  ),
});

export const agentContract = defineContract({
  tag: 'Agents',
  function: 'mcp',
  path: '/api/agents',
  access: 'editor',
  ignoresQuery: true,
  params: {},
  schemas: { AgentAuthorization: Authorization },
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
          scopes: { type: 'array', items: agentScope, description: 'what the user allows' },
          deny: flag,
        },
        ['request'],
      ),
      returns: 'Where the browser goes: to the client, with a code or an error',
      answer: dataAnswer(fullObject({ redirect: text })),
      errors: [401, 403, 404, 429],
    },
  },
});
