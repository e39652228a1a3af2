// @ts-check
// Signs in with the client of the AI SDK, as a program with a page for logins does, and calls a tool; prints what it gets.
import process from 'node:process';
import { createRequire } from 'node:module';
import { pathToFileURL, URL } from 'node:url';

const [, , folder = '', url = '', jwt = ''] = process.argv;
const file = createRequire(`${folder}/`).resolve('@ai-sdk/mcp');
const { auth, createMCPClient } = await import(pathToFileURL(file).href);

/** @type {Record<string, any>} */
const kept = {};
const keep = (/** @type {string} */ name) => (/** @type {unknown} */ value) => {
  kept[name] = value;
};
const redirectUrl = 'http://127.0.0.1:4711/callback';
const authProvider = {
  redirectUrl,
  clientMetadata: { client_name: 'AI SDK', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
  ...{ clientInformation: () => kept.client, saveClientInformation: keep('client') },
  ...{ tokens: () => kept.tokens, saveTokens: keep('tokens') },
  ...{ codeVerifier: () => kept.verifier, saveCodeVerifier: keep('verifier') },
  ...{ state: () => 'a state', storedState: () => kept.state, saveState: keep('state') },
  redirectToAuthorization: keep('page'),
};
const connect = () => createMCPClient({ transport: { type: 'http', url, authProvider } });
const before = await connect().catch((/** @type {Error} */ error) => error.name);

// The person allows it, as the page of the editor does.
const answer = await globalThis.fetch(new URL('/api/agents/authorization', url), {
  method: 'POST',
  headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
  body: JSON.stringify({ request: kept.page.search.slice(1), scopes: ['read', 'write'] }),
});
const { data } = /** @type {{ data: { redirect: string } }} */ (await answer.json());
const { searchParams } = new URL(data.redirect);
await auth(authProvider, {
  ...{ serverUrl: url, authorizationCode: searchParams.get('code') },
  ...{ callbackState: searchParams.get('state'), callbackIssuer: searchParams.get('iss') },
});

const client = await connect();
const tools = await client.tools();
const args = { type: 'articles', data: { title: 'Signed in', slug: 'signed-in' } };
const created = await tools.create_document.execute(args, { toolCallId: 'create', messages: [] });
process.stdout.write(JSON.stringify({ before, page: `${kept.page.origin}${kept.page.pathname}`, created }));
await client.close();
