// The programs of agents: those that register themselves (RFC 7591), and those whose id is the address of their description.
import { checkLimit } from '../../api/rateLimit.ts';
import { isName } from '../../contracts/index.ts';
import { invalid } from '../../errors.ts';
import { TimedCache } from '../../platform/access/index.ts';
import { openUrl } from '../../platform/openUrl.ts';
import { urlFault } from '../../platform/publicHosts.ts';
import { readLimited } from '../../platform/readLimited.ts';
import { seal, unseal } from '../../platform/seal.ts';
import type { Service } from '../../platform/service.ts';
import { isObject, type JsonObject } from '../../schema/index.ts';
import { oauthError } from './protocol.ts';

interface Description {
  /** As the program calls itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export interface Client extends Description {
  readonly id: string;
  /** The address of its description, which was read; null: it registered itself, and may be any program. */
  readonly url: string | null;
}

const [maxUris, maxUriLength, maxNameLength] = [10, 500, 100];

/** Whether an address leads to a program on the machine of the browser, at a port of its own (RFC 8252, 7.3). */
const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** Schemes of known programs without the name of a domain. Browsers run others, such as `javascript:`. */
const knownSchemes: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']);

/** The same by a scheme of the program, which has the name of a domain in it (RFC 8252, 7.1), or is known. */
const hasOwnScheme = ({ protocol }: URL): boolean =>
  knownSchemes.has(protocol) || /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:$/.test(protocol);

/** Whether Lectern may send codes there: by https, or to a program on the machine of the browser. */
const isRedirectUri = (uri: unknown): uri is string => {
  if (typeof uri !== 'string' || uri.length > maxUriLength || !/^[!-~]+$/.test(uri) || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  if (url.username !== '' || url.password !== '' || uri.includes('#')) return false;
  return url.protocol === 'https:' || isLoopback(url) || hasOwnScheme(url);
};

const withoutPort = (uri: string): string => Object.assign(new URL(uri), { port: '' }).href;

/** Whether a code for the program may go there. */
export const ownsRedirectUri = ({ redirectUris }: Description, uri: string): boolean =>
  isRedirectUri(uri) &&
  (redirectUris.includes(uri) ||
    (isLoopback(new URL(uri)) && redirectUris.some((one) => withoutPort(one) === withoutPort(uri))));

/** @throws ApiError 400 with a name of RFC 7591 */
const readDescription = ({ client_name: name, redirect_uris: uris }: JsonObject): Description => {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxUris || !uris.every(isRedirectUri))
    throw oauthError(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${maxUris} addresses: by https, by http of 127.0.0.1, [::1] or localhost, or with a scheme such as com.example.app`,
    );
  if (typeof name !== 'string' || !isName(name) || name.length > maxNameLength)
    throw oauthError('invalid_client_metadata', 'client_name must be one line of visible characters');
  return { name: name.trim(), redirectUris: uris };
};

const purpose = 'client of agents';

/** Registers a program: its id contains what it says of itself, and nothing is stored. @throws ApiError 400 */
export const registerClient = async ({ secrets }: Service, body: unknown): Promise<Client> => {
  const description = readDescription({ client_name: 'Agent', ...(isObject(body) ? body : {}) });
  return { ...description, id: await seal(secrets.sessions, purpose, JSON.stringify(description)), url: null };
};

const documents = new TimedCache<Client>(() => new Date(), 10 * 60_000);

/** How many descriptions Lectern reads for one user in a window: each is a request to an address that anybody chooses. */
const maxDocuments = 30;

const [maxBytes, limitMs] = [65_536, 5_000];

/**
 * @throws Error for an address without a path, in another form than URLs have, or that is private; for another status than 200 (also a
 *   redirect), 64 kB, what is no JSON or describes another program, and after five seconds
 */
const readDocument = async (id: string): Promise<Client> => {
  const url = new URL(id);
  const isPlain = url.href === id && url.pathname !== '/' && urlFault(id, false, 'nothing') === undefined;
  if (!isPlain) throw new Error(`${id} is no address of a description`);
  // No setting permits private addresses here, and whoever chose the address does not see the message.
  const limits = { allowPrivate: false, setting: 'nothing', signal: AbortSignal.timeout(limitMs) };
  const answer = await openUrl(url, { ...limits, headers: { accept: 'application/json' } });
  const body = answer.statusCode === 200 ? await readLimited(answer, maxBytes, id) : 'null';
  answer.destroy();
  const document: unknown = JSON.parse(body.toString());
  if (!isObject(document) || document.client_id !== id) throw new Error(`${id} describes no program, or another one`);
  return { id, url: id, ...readDescription(document) };
};

/**
 * @param id as the program sends it
 * @param user who asks
 * @throws ApiError 400 for an unknown program; 429 if the user has read too many descriptions
 */
export const findClient = async (service: Service, id: string, user: string): Promise<Client> => {
  const known = await documents.get(id, async () => {
    if (!id.startsWith('https://')) return undefined;
    await checkLimit(service, maxDocuments, 'client', 'user', user);
    return readDocument(id).catch(() => {
      throw invalid('The description of the program cannot be read, or is of another program', { path: 'client_id' });
    });
  });
  if (known !== undefined) return known;
  const opened = await unseal(service.secrets.sessions, purpose, id);
  if (opened === undefined)
    throw invalid('The site does not know this program: connect it again', { path: 'client_id' });
  return { id, url: null, ...(JSON.parse(opened) as Description) }; // `registerClient` sealed it
};
