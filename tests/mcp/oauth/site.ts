// A site that agents sign in to, the requests of their clients one by one, and the SDK's clients, whose own code does the same.
import { createHash, randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { editorPermissionNames } from '../../../lib/platform/editorPermissions.ts';
import { corsOf } from '../../../lib/api/http/cors.ts';
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

/** Calls a tool. @returns the status of HTTP, and the result as JSON */
export const callTool = async (
  api: Api,
  token: string,
  name: string,
  args: object = {},
  id: string = randomBytes(8).toString('hex'),
) => {
  const reply = await api.request('POST', '/mcp', {
    as: { token },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: {
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name, arguments: args },
    },
  });
  const message =
    typeof reply.body === 'string' ? JSON.parse(/^data: (.*)$/m.exec(reply.body)?.[1] ?? 'null') : reply.body;
  const text = message?.result?.content?.[0]?.text as string | undefined;
  return {
    ...{
      status: reply.status,
      challenge: String(reply.headers['www-authenticate']),
      isError: message?.result?.isError,
    },
    json: text === undefined ? undefined : JSON.parse(text),
  };
};

const namesIn = (list: unknown): readonly string[] => String(list).toLowerCase().split(', ');

/** Browsers send and show these headers without asking. */
const [safeRequestHeaders, safeHeaders] = [
  ['content-language', 'accept-language'],
  ['content-type', 'cache-control'],
];

/** @returns a `fetch` that the API answers, in a page of another site: it sends and shows only the headers that CORS allows */
const fetchFrom =
  (api: Api) =>
  async (address: unknown, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(address));
    if (url.origin !== origin) throw new Error(`A request to ${url.href}`);
    const { preflight, headersFor } = corsOf(api.service().config.http.cors);
    const allowed = [...safeRequestHeaders, ...namesIn(preflight['access-control-allow-headers'])];
    const refused = [...new Headers(init?.headers).keys()].filter((name) => !allowed.includes(name));
    if (refused.length > 0) throw new Error(`CORS does not allow ${refused.join(', ')}`);
    const visible = [
      ...safeHeaders,
      ...namesIn(headersFor('https://chat.example.org')['access-control-expose-headers']),
    ];
    const { authorization, 'content-type': contentType, ...headers } = Object.fromEntries(new Headers(init?.headers));
    const body = init?.body instanceof URLSearchParams ? init.body.toString() : (init?.body as string | undefined); // the SDK sends no other
    const reply = await api.request(init?.method ?? 'GET', url.pathname + url.search, {
      ...{ as: null, ...(body === undefined ? {} : { body }) },
      headers: {
        ...{ ...headers, ...(contentType === undefined ? {} : { 'Content-Type': contentType }) },
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
    });
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return new Response(reply.status === 202 || reply.body === undefined ? null : text, {
      status: reply.status,
      headers: Object.entries(reply.headers).flatMap(([name, value]): [string, string][] =>
        visible.includes(name.toLowerCase()) ? [[name, String(value)]] : [],
      ),
    });
  };

const clientMetadata = {
  ...{ client_name: 'SDK', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
  ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
};

/** Keeps in memory what a client must keep, and the page that it opens. */
export const memoryProvider = (clientMetadataUrl?: string) => {
  const kept: Record<string, unknown> = {};
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value;
  };
  const provider = {
    ...{ redirectUrl: redirectUri, clientMetadata, state: () => 'a state' },
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    ...{ clientInformation: () => kept.client, saveClientInformation: keep('client') },
    ...{ tokens: () => kept.tokens, saveTokens: keep('tokens') },
    ...{ codeVerifier: () => kept.verifier, saveCodeVerifier: keep('verifier') },
    ...{ discoveryState: () => kept.discovery, saveDiscoveryState: keep('discovery') },
    redirectToAuthorization: keep('page'),
  } as unknown as OAuthClientProvider; // both SDKs have the same interface
  return { provider, page: () => kept.page as URL, tokens: () => kept.tokens as { readonly scope: string } };
};

type Memory = ReturnType<typeof memoryProvider>;

/** A client of an SDK. */
export interface SdkAgent {
  readonly call: (name: string, args: Record<string, unknown>) => Promise<unknown>;
  /** Takes the browser back from the editor. */
  readonly finish: (parameters: URLSearchParams) => Promise<void>;
}

const info = { name: 'tests', version: '1' };

/** @param url of a server that listens; undefined: the API answers in this process */
const optionsOf = (api: Api, { provider }: Memory, url?: string) => ({
  address: new URL('/mcp', url ?? origin),
  options: { authProvider: provider, ...(url === undefined ? { fetch: fetchFrom(api) } : {}) },
});

const textOf = (result: object): unknown =>
  JSON.parse((result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text ?? 'null');

/** The SDK's clients by the version of the protocol. Each call connects anew. */
export const sdkAgents = {
  'of 2026-07-28': (...args: Parameters<typeof optionsOf>): SdkAgent => {
    const { address, options } = optionsOf(...args);
    const transport = () => new StreamableHTTPClientTransport(address, options);
    return {
      call: async (name, args) => {
        const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
        await client.connect(transport());
        return textOf(await client.callTool({ name, arguments: args }));
      },
      finish: (parameters) => transport().finishAuth(parameters),
    };
  },
  'of 2025': (...args: Parameters<typeof optionsOf>): SdkAgent => {
    const { address, options } = optionsOf(...args);
    const transport = () => new OldTransport(address, options);
    return {
      call: async (name, args) => {
        const client = new OldClient(info);
        await client.connect(transport());
        return textOf(await client.callTool({ name, arguments: args }));
      },
      finish: (parameters) => transport().finishAuth(parameters.get('code') ?? ''),
    };
  },
} as const;
