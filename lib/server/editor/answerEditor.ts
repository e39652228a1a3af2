// Decides what a request below /editor/ gets.
import { cacheControlOf, type Encoding } from './editorFiles.ts';
import type { Editor } from './editorOf.ts';

export interface EditorRequest {
  readonly method: string;
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface EditorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** undefined: no content, as for HEAD. */
  readonly body: Buffer | undefined;
}

const base = '/editor/';

const valuesOf = (header: string | string[] | undefined): readonly string[] =>
  String(header ?? '')
    .split(',')
    .map((value) => value.trim());

/** @returns the best encoding that the client accepts; undefined: none */
const encodingFor = (header: string | string[] | undefined): Encoding | undefined => {
  const accepted = valuesOf(header).map((value) => value.replaceAll(' ', '').toLowerCase());
  return (['br', 'gzip'] as const).find((encoding) =>
    accepted.some((value) => value === encoding || (value.startsWith(`${encoding};q=`) && !/=0(?:\.0*)?$/.test(value))),
  );
};

/** The routes of the editor are all one page. A missing asset is no page: a script that gets HTML fails late. */
const fileNameOf = (path: string): string => {
  const name = path.slice(base.length);
  return name.startsWith('assets/') ? name : 'index.html';
};

/** @returns undefined if the request is not for the editor */
export const answerEditor = async (
  { headers: editorHeaders, files }: Editor,
  { method, path, headers }: EditorRequest,
): Promise<EditorAnswer | undefined> => {
  if (path === '/editor') return { status: 308, headers: { location: base }, body: undefined };
  if (!path.startsWith(base)) return undefined;
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' }, body: undefined };
  const name = fileNameOf(path);
  const file = await files.read(name);
  if (file === undefined) return { status: 404, headers: { 'cache-control': 'no-store' }, body: undefined };

  const { type, etag, bytes, encode } = file;
  const common = { ...editorHeaders, etag, 'cache-control': cacheControlOf(name), vary: 'accept-encoding' };
  const known = valuesOf(headers['if-none-match']).map((tag) => tag.replace(/^W\//, ''));
  if (known.includes(etag)) return { status: 304, headers: common, body: undefined };
  const encoding = encodingFor(headers['accept-encoding']);
  const encoded = encoding === undefined ? undefined : await encode(encoding);
  const body = encoded ?? bytes;
  return {
    status: 200,
    headers: {
      ...common,
      'content-type': type,
      'content-length': body.length,
      ...(encoding === undefined || encoded === undefined ? {} : { 'content-encoding': encoding }),
    },
    body: method === 'HEAD' ? undefined : body,
  };
};
