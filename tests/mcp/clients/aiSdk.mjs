// @ts-check
// Calls tools with the client of the AI SDK, as a program with a language model does; prints what it gets.
import process from 'node:process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , folder = '', url = '', token = ''] = process.argv;
const file = createRequire(`${folder}/`).resolve('@ai-sdk/mcp');
const { createMCPClient } = await import(pathToFileURL(file).href);
const client = await createMCPClient({
  transport: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } },
});
const tools = await client.tools();
const call = (/** @type {string} */ name, /** @type {object} */ args) =>
  tools[name].execute(args, { toolCallId: name, messages: [] });
const created = await call('create_document', { type: 'articles', data: { title: 'By an agent', slug: 'agent' } });
const wrong = await call('list_documents', { type: 'artciles' });
process.stdout.write(JSON.stringify({ names: Object.keys(tools), created, wrong }));
await client.close();
