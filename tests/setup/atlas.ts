// The atlas: a schema in several languages, with localized types (with and without drafts) and the types they relate to.
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { loadSchema, type Schema } from '../../lib/schema/index.ts';
import { createApi, type Api } from './api.ts';

const loadAtlas = async (): Promise<Schema> => (await loadSchema(join(import.meta.dirname, '../schemas/atlas'))).schema;

export interface Atlas extends Api {
  /** @returns the documentId of a new published document */
  readonly make: (url: string, data: object) => Promise<string>;
  /** Updates and publishes a document. */
  readonly change: (url: string, data: object) => Promise<void>;
  /** Reads a document: its scalars, and the names or texts of populated documents. */
  readonly readNames: (url: string) => Promise<unknown>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of any form
const nameOf = (value: any): unknown =>
  Array.isArray(value)
    ? value.map(nameOf)
    : typeof value === 'object' && value !== null
      ? (value.name ?? value.text ?? value.title ?? value.label)
      : value;

/** Serves the atlas in English, French and German. */
export const createAtlasApi = async (): Promise<Atlas> => {
  const api = createApi(await loadAtlas());
  beforeAll(async () => {
    for (const [code, name] of Object.entries({ fr: 'French', de: 'German' }))
      await api.request('POST', '/api/i18n/locales', { body: { code, name } });
  });
  const expectAccepted = async (reply: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
    const { status, body } = await reply;
    if (status >= 400) throw new Error(JSON.stringify(body));
    return body;
  };
  return {
    ...api,
    make: async (url, data) =>
      ((await expectAccepted(api.post(url, data))) as { data: { documentId: string } }).data.documentId,
    change: async (url, data) => {
      await expectAccepted(api.put(url, data));
    },
    readNames: async (url) => {
      const { status, body } = await api.get(url);
      if (status === 404) return 404;
      if (status !== 200) throw new Error(JSON.stringify(body));
      const withNames = (document: object) =>
        Object.fromEntries(Object.entries(document).map(([name, value]) => [name, nameOf(value)]));
      return Array.isArray(body.data) ? body.data.map(withNames) : withNames(body.data);
    },
  };
};
