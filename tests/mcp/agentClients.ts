// The SDK's clients of the Model Context Protocol, with a token or signed in, which send their requests to an API of tests.
import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { corsOf } from '../../lib/api/http/cors.ts';
import type { Api } from '../setup/api.ts';
import { origin, redirectUri } from './oauth/site.ts';

/** A result of a tool: its text, or as JSON. */
export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  // Results have many shapes, and tests read into them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

export interface Agent {
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolReply>;
  readonly listTools: () => Promise<readonly { readonly name: string; readonly description?: string | undefined }[]>;
  readonly listResources: () => Promise<readonly { readonly uri: string; readonly title?: string | undefined }[]>;
  readonly listTemplates: () => Promise<readonly string[]>;
  /** @returns its text */
  readonly readResource: (uri: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

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

type Content = readonly { readonly text?: string }[];

const toReply = (result: object): ToolReply => {
  const {
    content: [first],
    isError,
  } = result as { readonly content: Content; readonly isError?: boolean }; // of a tool
  const text = first?.text ?? '';
  return {
    ...{ isError: isError === true, text },
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
};

type AnyClient = Client | OldClient;

const toAgent = (client: AnyClient, call: Agent['call']): Agent => ({
  call,
  listTools: async () => (await client.listTools()).tools,
  listResources: async () => (await client.listResources()).resources,
  listTemplates: async () =>
    (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
  readResource: async (uri) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content !== undefined && 'text' in content ? content.text : '';
  },
  close: () => client.close(),
});

/** A token, null for no credentials, or what signs in. */
type Credentials = string | null | OAuthClientProvider;

/** @param url of a server that listens; undefined: the API answers in this process */
const transportArguments = (api: Api, credentials: Credentials, url?: string) => {
  const isToken = typeof credentials === 'string';
  const options = {
    ...(isToken ? { requestInit: { headers: { Authorization: `Bearer ${credentials}` } } } : {}),
    ...(isToken || credentials === null ? {} : { authProvider: credentials }),
    ...(url === undefined ? { fetch: fetchFrom(api) } : {}),
  };
  return [new URL('/mcp', url ?? origin), options] as const;
};

const newTransport = (...args: Parameters<typeof transportArguments>) =>
  new StreamableHTTPClientTransport(...transportArguments(...args));

const oldTransport = (...args: Parameters<typeof transportArguments>) =>
  new OldTransport(...transportArguments(...args));

const info = { name: 'tests', version: '1' };

/** The SDK's client of 2026-07-28. */
export const connectAgent = async (...args: Parameters<typeof transportArguments>): Promise<Agent> => {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(newTransport(...args));
  return toAgent(client, async (name, args = {}) => toReply(await client.callTool({ name, arguments: args })));
};

/** The client of the SDK before, which begins with `initialize`. */
export const connectOldAgent = async (...args: Parameters<typeof transportArguments>): Promise<Agent> => {
  const client = new OldClient(info);
  await client.connect(oldTransport(...args));
  return toAgent(client, async (name, args = {}) => toReply(await client.callTool({ name, arguments: args })));
};

/** By version of the protocol: how to connect, and how to take the browser back from the editor. */
export const agentClients = {
  'of 2026-07-28': {
    connect: connectAgent,
    finishSignIn: (parameters: URLSearchParams, ...args: Parameters<typeof transportArguments>) =>
      newTransport(...args).finishAuth(parameters),
  },
  'of 2025': {
    connect: connectOldAgent,
    finishSignIn: (parameters: URLSearchParams, ...args: Parameters<typeof transportArguments>) =>
      oldTransport(...args).finishAuth(parameters.get('code') ?? ''),
  },
} as const;
