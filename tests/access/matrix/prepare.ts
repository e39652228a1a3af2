// Creates what the requests of the matrix are about.
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createWebhook } from '../../../lib/events/webhooks/index.ts';
import { createFolder } from '../../../lib/media/index.ts';
import type { Api } from '../../setup/api.ts';
import { addFile, addRole, addUser } from '../../setup/accounts.ts';
import type { Case } from './cases.ts';
import type { Kind, PreparedIds } from './site.ts';

let codes = 0;
/** @returns a language tag that no locale has; also the end of a unique name */
const newCode = (): string => {
  codes += 1;
  return `fr-${String(codes).padStart(5, '0')}`;
};

const requireSuccess = (status: number): void => {
  if (status >= 300) throw new Error(`the matrix cannot create what it needs: ${status}`);
};

/** A test call of the address is refused, so nothing leaves the machine. */
const hook = { name: 'There', url: 'https://127.0.0.1', events: ['entry.create'] } as const;

type IdName = keyof PreparedIds;

const noIds: PreparedIds = {
  documentId: '',
  localeId: 0,
  tokenId: 0,
  webhookId: 0,
  roleId: 0,
  userId: 0,
  fileId: 0,
  folderId: '',
  newCode: '',
};

/** Creates one object, and returns its id. */
type Create = (api: Api) => Promise<string | number>;

/** Creates what a request to the site is about, by the name of its id. */
const creators: Readonly<Record<Exclude<IdName, 'documentId'>, Create>> = {
  localeId: async (api) => {
    const { status, body } = await api.request('POST', '/api/i18n/locales', { body: { code: newCode() } });
    requireSuccess(status);
    return body.id as number;
  },
  tokenId: async (api) => (await createToken(api.service(), { name: `There ${newCode()}` })).id,
  webhookId: async (api) => (await createWebhook(api.service(), hook)).id,
  roleId: async (api) => (await addRole(api.service(), `There ${newCode()}`, [])).published?.id ?? 0,
  userId: (api) => addUser(api.service(), `there-${newCode()}`, {}),
  fileId: (api) => addFile(api.service(), `There ${newCode()}`),
  folderId: async (api) => (await createFolder(api.service(), { name: `There ${newCode()}`, parent: null })).documentId,
  newCode: () => Promise.resolve(newCode()),
};

const createDocument = async (api: Api, { single, path }: Kind): Promise<string> => {
  const { status, body } = await (single ? api.put : api.post)(`/api/${path}`, { title: 'there' });
  requireSuccess(status);
  return body.data.documentId as string;
};

/** The names of the ids that a request contains. */
const usedIds = ({ url, body }: Case): ReadonlySet<string> => {
  const used = new Set<string>();
  const ids = new Proxy(noIds, {
    get: (target, name: IdName) => {
      used.add(name);
      return target[name];
    },
  });
  url(ids);
  body?.(ids);
  return used;
};

/** Creates what a request is about: a document of its type, or what it names by an id, such as a locale or a token. */
export const prepare = async (api: Api, request: Case): Promise<PreparedIds> => {
  if (request.kind !== undefined) return { ...noIds, documentId: await createDocument(api, request.kind) };
  const used = usedIds(request);
  const created: Record<string, string | number> = {};
  for (const [name, create] of Object.entries(creators)) if (used.has(name)) created[name] = await create(api);
  return { ...noIds, ...created };
};
