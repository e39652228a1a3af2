// Published clients of the Model Context Protocol, which send their requests to an API of tests.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Api } from '../setup/api.ts';

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

const url = new URL('http://agents.example.org/mcp');

/** @returns a `fetch` that the API answers @param requests gets the method of each */
const fetchFrom =
  ({ request }: Api, token: string | null) =>
  async (_: unknown, init?: RequestInit): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = typeof init?.body === 'string' ? init.body : undefined;
    const method = init?.method ?? 'GET';
    const call = { headers, as: token === null ? null : { token }, ...(body === undefined ? {} : { body }) };
    const reply = await request(method, '/mcp', call);
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return new Response(reply.status === 202 || reply.body === undefined ? null : text, {
      status: reply.status,
      headers: reply.headers as Record<string, string>,
    });
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

const info = { name: 'tests', version: '1' };

/** The SDK's client of 2026-07-28. */
export const connectAgent = async (api: Api, token: string | null): Promise<Agent> => {
  const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: fetchFrom(api, token) }));
  return toAgent(client, async (name, args = {}) => toReply(await client.callTool({ name, arguments: args })));
};

/** The client of the SDK before, which begins with `initialize`. */
export const connectOldAgent = async (api: Api, token: string | null): Promise<Agent> => {
  const client = new OldClient(info);
  await client.connect(new OldTransport(url, { fetch: fetchFrom(api, token) }));
  return toAgent(client, async (name, args = {}) => toReply(await client.callTool({ name, arguments: args })));
};
