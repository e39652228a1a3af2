// Reads the requests that a page shows with their answers.
import { readFileSync } from 'node:fs';

export interface Example {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly answer: unknown;
}

/** An example: an `http` block with headers and body, curl in an `sh` block, or a document of GraphQL, followed by a `json` block. */
const request =
  /```(?:http\n(?<method>[A-Z]+) (?<path>\S+)(?<headers>(?:\n[\w-]+: .+)*)(?:\n\n(?<body>[\s\S]*?))?|sh\n(?:(?!```)[\s\S])*?'http:\/\/[^/]+(?<url>\/[^']*)'|graphql\n(?<document>(?:(?!```)[\s\S])*?))\n```\s+```json\n(?<answer>[\s\S]*?)```/g;

const headersIn = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...lines.matchAll(/^([\w-]+): (.+)$/gm)].map(([, name, value]) => [name, value]));

const requestOf = ({ method = 'GET', path, url = '', body, document }: Readonly<Record<string, string | undefined>>) =>
  document === undefined
    ? { method, url: path ?? url, body }
    : { method: 'POST', url: '/graphql', body: JSON.stringify({ query: document }) };

/** The examples of a page, in its order. */
export const examplesOf = (page: string): readonly Example[] =>
  [...readFileSync(page, 'utf8').matchAll(request)].map(({ groups = {} }) => ({
    ...requestOf(groups),
    name: `${page}: ${groups.document ?? `${groups.method ?? 'GET'} ${groups.path ?? groups.url ?? ''}`}`,
    headers: headersIn(groups.headers ?? ''),
    answer: JSON.parse(groups.answer ?? '') as unknown,
  }));

/** Blanks values that differ from run to run. */
export const blanked = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => blanked(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blanked(item, name)]));
  return [
    ...['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'expiresAt'],
    ...['at', 'nextCursor', 'next', 'accessKey', 'jwt', 'hash', 'url', 'publishedUrl', 'token', 'secret'],
  ].includes(key)
    ? typeof value
    : value;
};
