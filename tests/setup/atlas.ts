// The atlas: a schema in several languages, with localized types (with and without drafts) and the types they relate to.
import { beforeAll } from 'vitest';
import { loadSchema, type Schema } from '../../lib/schema/index.ts';
import { apiOf, type Api } from './api.ts';

const atlas = async (): Promise<Schema> =>
  (await loadSchema(new URL('../schemas/atlas', import.meta.url).pathname)).schema;

export interface Atlas extends Api {
  /** @returns the documentId of a new published document */
  readonly make: (url: string, data: object) => Promise<string>;
  /** Updates and publishes a document. */
  readonly change: (url: string, data: object) => Promise<void>;
  /** Reads a document: its scalars, and the names or texts of populated documents. */
  readonly shown: (url: string) => Promise<unknown>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of any form
const named = (value: any): unknown =>
  Array.isArray(value)
    ? value.map(named)
    : typeof value === 'object' && value !== null
      ? (value.name ?? value.text ?? value.title ?? value.label)
      : value;

/** Serves the atlas in English, French and German. */
export const atlasApi = async (): Promise<Atlas> => {
  const api = apiOf(await atlas());
  beforeAll(async () => {
    for (const [code, name] of Object.entries({ fr: 'French', de: 'German' }))
      await api.request('POST', '/api/i18n/locales', { body: { code, name } });
  });
  const accepted = async (reply: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
    const { status, body } = await reply;
    if (status >= 400) throw new Error(JSON.stringify(body));
    return body;
  };
  return {
    ...api,
    make: async (url, data) =>
      ((await accepted(api.post(url, data))) as { data: { documentId: string } }).data.documentId,
    change: async (url, data) => {
      await accepted(api.put(url, data));
    },
    shown: async (url) => {
      const { status, body } = await api.get(url);
      if (status === 404) return 404;
      if (status !== 200) throw new Error(JSON.stringify(body));
      const one = (document: object) =>
        Object.fromEntries(Object.entries(document).map(([name, value]) => [name, named(value)]));
      return Array.isArray(body.data) ? body.data.map(one) : one(body.data);
    },
  };
};
