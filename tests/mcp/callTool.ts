// Sends messages of the Model Context Protocol without a client of it.
import { randomBytes } from 'node:crypto';
import type { Call, Reply, Send } from '../setup/request.ts';

/** @returns the answer of HTTP, with the message that is in it as its body */
export const sendMessage = async (
  send: Send,
  as: Call['as'],
  message: object | string,
  version = '2025-11-25',
): Promise<Reply> => {
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': version };
  const body =
    typeof message === 'string' ? message : { jsonrpc: '2.0', id: randomBytes(8).toString('hex'), ...message };
  const reply = await send('POST', '/mcp', { ...(as === undefined ? {} : { as }), headers, body });
  const [, data] = typeof reply.body === 'string' ? (/^data: (.*)$/m.exec(reply.body) ?? []) : [];
  return data === undefined ? reply : { ...reply, body: JSON.parse(data) };
};

/** Calls a tool. @returns the status of HTTP, and the result as JSON */
export const callTool = async (
  { request }: { readonly request: Send },
  token: string,
  name: string,
  args: object = {},
  more: { readonly id?: string | number } = {},
) => {
  const message = { method: 'tools/call', params: { name, arguments: args }, ...more };
  const { status, headers, body } = await sendMessage(request, { token }, message);
  const text = body?.result?.content?.[0]?.text as string | undefined;
  return {
    ...{ status, challenge: String(headers['www-authenticate']), isError: body?.result?.isError },
    json: text === undefined ? undefined : JSON.parse(text),
  };
};
