// Sends GET requests to the two servers that are compared.

export interface Server {
  readonly name: 'Strapi' | 'Lectern';
  /** Without a slash at the end. */
  readonly url: string;
  /** undefined: without credentials. */
  readonly token: string | undefined;
}

export interface Reply {
  readonly status: number;
  /** The parsed JSON; a text if the answer is no JSON. */
  readonly body: unknown;
}

/** @throws Error if the text is not the URL of a server */
export const serverAt = (name: Server['name'], text: string, token: string | undefined): Server => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash !== '')
    throw new Error(`The URL of ${name} must look like https://cms.example.org, not ${text}`);
  return { name, url: url.href.replace(/\/$/, ''), token: token === '' ? undefined : token };
};

const timeoutMs = 60_000;

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
};

/** Answers have a page of documents at most. */
const maxBytes = 100_000_000;

/** @throws Error for an answer that is too long for the memory */
const readText = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    const part = chunk as Uint8Array; // what fetch reads
    chunks.push(part);
    bytes += part.length;
    if (bytes > maxBytes) throw new Error(`an answer has more than ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The option that sets the token of a server. */
export const tokenOption = ({ name }: Pick<Server, 'name'>): string =>
  name === 'Strapi' ? '--token' : '--lectern-token';

/**
 * @param path the path and the query: `/api/articles?populate=*`
 * @returns the answer, whatever its status, except for those below
 * @throws Error if the server cannot be reached, redirects, or refuses the token (401)
 */
export const ask = async (server: Server, path: string): Promise<Reply> => {
  const { name, url, token } = server;
  const headers = { Accept: 'application/json', ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) };
  const send = async (): Promise<readonly [Response, string]> => {
    const answer = await fetch(url + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return [answer, await readText(answer)];
  };
  const [answer, text] = await send().catch((error: unknown) => {
    throw new Error(`${name} at ${url} cannot be reached: ${reasonOf(error)}`, { cause: error });
  });
  const { status } = answer;
  if (status >= 300 && status < 400)
    throw new Error(
      `${name} at ${url} redirects to ${answer.headers.get('location') ?? 'another URL'}: name that server`,
    );
  if (status === 401)
    throw new Error(`${name} at ${url} refuses the token (401): pass a valid one with ${tokenOption(server)}`);
  const body = parseBody(text);
  if (status === 200 && typeof body === 'string')
    throw new Error(`${name} at ${url} does not answer JSON to ${path}: is it the URL of ${name}?`);
  return { status, body };
};
