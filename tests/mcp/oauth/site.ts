// A site that agents sign in to, and the requests of their clients one by one.
import { createHash } from 'node:crypto';
import { editorPermissionNames } from '../../../lib/platform/editorPermissions.ts';
import type { Config } from '../../../lib/platform/config/index.ts';
import type { Permission } from '../../../lib/platform/access/index.ts';
import { addMember, type Member } from '../../setup/accounts.ts';
import { schemaOf, testConfig, typeFile, withDrafts, type Api, type Call, type Reply } from '../../setup/api.ts';

export const origin = 'https://cms.example.org';

export const configAt = (url: string): Config => ({
  ...testConfig,
  editor: { ...testConfig.editor, url: `${url}/editor/` },
});

export const config = configAt(origin);

const title = { title: { type: 'string' } } as const;

export const schema = schemaOf({
  'article.json': typeFile('article', title, withDrafts),
  // Without drafts: what is written is public at once.
  'notice.json': typeFile('notice', title),
  'essay.json': typeFile('essay', title, {
    options: { draftAndPublish: true, review: { stages: ['writing', 'ready'], publishFrom: 'ready' } },
  }),
  // A site may have this type beside the routes of agents.
  'agent.json': typeFile('agent', title),
});

const named = (type: string, actions: readonly string[]): readonly Permission[] =>
  actions.map((action) => ({ action: `api::${type}.${type}.${action}` }));

export const everything = ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'versions'];

/** What a person of the editor may do, beside what no agent may. */
export const ofPerson: readonly Permission[] = [
  ...editorPermissionNames.map((action) => ({ action })),
  ...named('article', everything),
  ...named('notice', everything),
  ...named('essay', [...everything, 'review']),
  ...['plugin::users-permissions.user.find', 'admin::audit.read', 'plugin::upload.content-api.upload'].map(
    (action) => ({
      action,
    }),
  ),
];

/** The same of somebody who publishes nothing: also nothing of a type without drafts. */
export const ofDrafter = ofPerson.filter(
  ({ action }) => !action.endsWith('.publish') && !/notice\.(?:create|update)$/.test(action),
);

export const addPerson = (api: Api, permissions: readonly Permission[] = ofPerson): Promise<Member> =>
  addMember(api.service(), permissions);

export const redirectUri = 'http://127.0.0.1:4711/callback';

export const verifier = 'a verifier of 43 characters or more, of course'.replaceAll(/[ ,]/g, '-');

const hashOfVerifier = createHash('sha256').update(verifier).digest('base64url');

/** Sends a form. */
export const postForm = (api: Api, path: string, form: Readonly<Record<string, string>>): Promise<Reply> =>
  api.request('POST', path, {
    ...{ as: null, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    body: new URLSearchParams(form).toString(),
  });

export const register = async (api: Api, more: object = {}): Promise<string> => {
  const body = { client_name: 'Coding assistant', redirect_uris: [redirectUri], ...more };
  const reply = await api.request('POST', '/oauth/register', { as: null, body });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.client_id as string;
};

/** The query of the request of a client. @param more undefined: leaves a parameter out */
export const requestOf = (client: string, more: Readonly<Record<string, string | undefined>> = {}): string => {
  const all: Readonly<Record<string, string | undefined>> = {
    ...{ response_type: 'code', client_id: client, redirect_uri: redirectUri, state: 'its state' },
    ...{ code_challenge: hashOfVerifier, code_challenge_method: 'S256', resource: `${origin}/mcp`, ...more },
  };
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  ).toString();
};

export const consent = (
  api: Api,
  as: Call['as'],
  request: string,
  decision: object = { scopes: ['read', 'write'] },
): Promise<Reply> =>
  api.request('POST', '/api/agents/authorization', { as: as ?? null, body: { request, ...decision } });

/** The parameters with which the browser comes back to the client. */
export const comeBack = ({ status, body }: Reply): URLSearchParams => {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return new URL(body.data.redirect as string).searchParams;
};

export const exchange = (api: Api, form: Readonly<Record<string, string>>): Promise<Reply> =>
  postForm(api, '/oauth/token', {
    ...{ grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier, ...form },
  });

export const refresh = (api: Api, client: string, token: string): Promise<Reply> =>
  postForm(api, '/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: token });

export interface Tokens {
  readonly client: string;
  readonly access: string;
  readonly refresh: string;
}

/** Asks for the sessions of a user, or for one of them, as the editor does. */
export const sessionsOf = (api: Api, { as }: Pick<Call, 'as'>, method = 'GET', id = ''): Promise<Reply> =>
  api.request(method, `/api/auth/sessions${id}`, { as: as ?? null, headers: { 'x-strapi-refresh-cookie': 'strict' } });

/** Lets an agent in for a person, as a client and the editor do. */
export const signIn = async (
  api: Api,
  { as }: Member,
  scopes: readonly string[] = ['read', 'write'],
): Promise<Tokens> => {
  const client = await register(api);
  const code = comeBack(await consent(api, as, requestOf(client), { scopes })).get('code') ?? '';
  const { status, body } = await exchange(api, { client_id: client, code });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { client, access: body.access_token, refresh: body.refresh_token };
};
