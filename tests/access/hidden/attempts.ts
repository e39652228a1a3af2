// Every route that takes a body, with requests that name a file or document which may be hidden.
import { routes } from '../../../lib/api/http/routes/index.ts';
import type { Ids } from '../../setup/accounts.ts';
import { workRoutes } from '../work/workRoutes.ts';
import { fileUid } from './site.ts';

/** The documents that requests write to; the caller who sees only their own documents created them. */
export interface WrittenDocuments {
  readonly post: Ids;
  readonly user: Ids;
  readonly role: Ids;
}

/**
 * What a request names: a file, a person or draft to relate to, a post to write, or a value that Lectern does not look
 * up.
 */
export type Target = 'file' | 'person' | 'draft' | 'post' | 'value';

export interface Attempt {
  readonly name: string;
  readonly target: Target;
  readonly by: keyof Ids;
  /** The route answers 403 unless the caller has all of these permissions. */
  readonly needs: readonly string[];
  readonly url: (documents: WrittenDocuments) => string;
  readonly body: (ref: string | number, documents: WrittenDocuments) => unknown;
  /** Its body is a form, in base64. */
  readonly isForm?: true;
  /** It is refused for something else, too. */
  readonly isBroken?: true;
}

/** What a route does with a body. */
type Request = Pick<Attempt, 'needs' | 'url'> & {
  readonly wrap: (data: object, documents: WrittenDocuments) => unknown;
};

type Reference = Pick<Attempt, 'name' | 'target' | 'by'> & { readonly data: (ref: string | number) => object };

const byEitherId = (name: string, target: Target, data: Reference['data']): readonly Reference[] => [
  { name, target, by: 'documentId', data },
  { name: `${name}, by its id`, target, by: 'id', data },
];

const attemptsFor = ({ wrap, ...request }: Request, references: readonly Reference[]): readonly Attempt[] =>
  references.map(({ data, ...reference }) => ({
    ...reference,
    ...request,
    body: (ref, documents) => wrap(data(ref), documents),
  }));

const cover = byEitherId('media', 'file', (ref) => ({ cover: ref }));
const author = byEitherId('a relation', 'person', (ref) => ({ author: ref }));
const postReferences: readonly Reference[] = [
  ...cover,
  ...author,
  ...byEitherId('a draft', 'draft', (ref) => ({ like: ref })),
  { name: 'media of a zone', target: 'file', by: 'documentId', data: (ref) => ({ body: [figure({ image: ref })] }) },
  {
    name: 'a relation of a zone',
    target: 'person',
    by: 'documentId',
    data: (ref) => ({ body: [figure({ by: ref })] }),
  },
  {
    ...{ name: 'a polymorphic relation', target: 'file', by: 'documentId' },
    data: (ref) => ({ about: [{ __type: fileUid, documentId: ref }] }),
  },
  {
    ...{ name: 'disconnected media', target: 'file', by: 'documentId' },
    data: (ref) => ({ gallery: { disconnect: [ref] } }),
  },
  {
    ...{ name: 'a disconnected relation', target: 'person', by: 'documentId' },
    data: (ref) => ({ readers: { disconnect: [ref] } }),
  },
];

const figure = (values: object): object => ({ __component: 'part.figure', ...values });

const post = (action: string): string => `api::post.post.${action}`;
const postUrl = ({ post: { documentId } }: WrittenDocuments): string => `/api/posts/${documentId}`;

const inData = (data: object): object => ({ data: { title: 'x', ...data } });

const bulkUrl = (): string => '/api/posts/actions/bulk';
const entries =
  (atomic: boolean, kind: string) =>
  (data: object, { post: { documentId } }: WrittenDocuments): object => ({
    ...{ atomic, data: [{ [kind]: { ...(kind === 'create' ? {} : { documentId }), data: { title: 'x', ...data } } }] },
  });

const bulk = (atomic: boolean): readonly Attempt[] => [
  ...['create', 'update'].flatMap((kind) =>
    attemptsFor(
      { needs: [post(kind)], url: bulkUrl, wrap: entries(atomic, kind) },
      atomic ? [...cover, ...author] : cover,
    ),
  ),
  ...['update', 'publish', 'delete'].map((kind): Attempt => {
    const data = kind === 'update' ? { data: { title: 'x' } } : {};
    return {
      ...{ name: `the document of ${kind}`, target: 'post', by: 'documentId', url: bulkUrl },
      needs: [post(kind)],
      body: (documentId) => ({ atomic, data: [{ [kind]: { documentId, ...data } }] }),
    };
  }),
];

const userUid = 'plugin::users-permissions.user';
const ofUser = [
  ...byEitherId('media', 'file', (ref) => ({ avatar: ref })),
  ...byEitherId('a relation', 'person', (ref) => ({ idol: ref })),
];
let users = 0;
const newUser = (data: object): object => {
  users += 1;
  return { username: `user-${users}`, email: `user-${users}@example.org`, password: 'correct horse', ...data };
};

/** A permission under a condition, in the tree of a role. */
const conditionalPermissions = (ref: string | number): object => ({
  'api::post': { controllers: { post: { find: { enabled: true, filters: { cover: { documentId: { $eq: ref } } } } } } },
});
let roles = 0;
const role = (permission: string, url: Attempt['url']): readonly Attempt[] => [
  {
    ...{ name: 'the value of a condition', target: 'value', by: 'documentId', url },
    needs: [`plugin::users-permissions.role.${permission}`],
    body: (ref) => {
      roles += 1;
      return { name: `Role number ${roles}`, permissions: conditionalPermissions(ref) };
    },
  },
];

/** A form whose boundary is `part`. */
const formOf = (fields: Readonly<Record<string, string | number>>, file: string, content: string): string =>
  [
    ...Object.entries(fields).flatMap(([name, value]) => [
      '--part',
      `Content-Disposition: form-data; name="${name}"`,
      '',
      String(value),
    ]),
    ...['--part', `Content-Disposition: form-data; name="files"; filename="${file}"`, '', content, '--part--', ''],
  ].join('\r\n');

/** A JPEG that ends behind its first bytes. */
const truncatedJpeg = '\xff\xd8\xff\xe0';

const attachAttempt = (by: keyof Ids, name: string, content: string): Attempt => ({
  ...{ name: `the document of ${name}, by its ${by}`, target: 'post', by },
  needs: ['plugin::upload.content-api.upload', post('update')],
  url: () => '/api/upload',
  isForm: true,
  ...(content === truncatedJpeg ? { isBroken: true } : {}),
  body: (refId) =>
    Buffer.from(formOf({ ref: 'api::post.post', refId, field: 'cover' }, name, content), 'latin1').toString('base64'),
});

/** Every route that may have a body. */
export const routesWithBody: readonly string[] = routes
  .filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
  .map(({ method, path }) => `${method} ${path}`);

/** Bodies of administration, SCIM, logins, of people and of agents, and locales name no file and no document. */
const namesNone = (route: string): boolean => / \/(?:admin|scim|oauth|api\/(?:auth|agents|connect|i18n))\//.test(route);

/** By method and path; [] for a route whose body names no file and no document. */
export const attempts: Readonly<Record<string, readonly Attempt[]>> = {
  // What those of tests/access/work name is compared with absent documents and users in tests/releases/leaks.api.test.ts and review.api.test.ts,
  // tests/comments/leaks.api.test.ts, tests/editorApi/presence.api.test.ts and tests/history/versions/leaks.slow.test.ts.
  ...Object.fromEntries(
    routesWithBody
      .filter((route) => workRoutes.includes(route) || namesNone(route))
      .map((route): [string, readonly Attempt[]] => [route, []]),
  ),
  'POST /api/{contentType}': attemptsFor(
    { needs: [post('create')], url: () => '/api/posts', wrap: inData },
    postReferences,
  ),
  'PUT /api/{contentType}': attemptsFor({ needs: ['api::home.home.update'], url: () => '/api/home', wrap: inData }, [
    ...cover,
    ...author,
  ]),
  'PUT /api/{contentType}/{documentId}': attemptsFor(
    { needs: [post('update')], url: postUrl, wrap: inData },
    postReferences,
  ),
  'POST /api/{contentType}/actions/bulk': [...bulk(true), ...bulk(false)],
  // What becomes of the versions, and preview links.
  'POST /api/{contentType}/{documentId}/actions/{action}': [],
  'POST /api/{contentType}/actions/{action}': [],

  // Those of other routes that a tool can express are sent through it, too.
  'POST /graphql': [],
  'POST /mcp': [],

  'POST /api/users': attemptsFor({ needs: [`${userUid}.create`], url: () => '/api/users', wrap: newUser }, ofUser),
  'PUT /api/users/{id}': attemptsFor(
    { needs: [`${userUid}.update`], url: ({ user }) => `/api/users/${user.id}`, wrap: (data) => data },
    ofUser,
  ),
  'POST /api/auth/local/register': attemptsFor(
    {
      needs: ['plugin::users-permissions.auth.register'],
      url: () => '/api/auth/local/register',
      wrap: newUser,
    },
    ofUser,
  ),
  'POST /api/users-permissions/roles': role('createRole', () => '/api/users-permissions/roles'),
  'PUT /api/users-permissions/roles/{id}': role(
    'updateRole',
    ({ role: { id } }) => `/api/users-permissions/roles/${id}`,
  ),

  'POST /api/upload': (['documentId', 'id'] as const).flatMap((by) => [
    attachAttempt(by, 'a.txt', 'text'),
    attachAttempt(by, 'a.jpg', truncatedJpeg),
  ]),
  // The route uses lib/media/records/prepareAttach.ts, too, after it found the file in a bucket; this site has no bucket.
  'POST /api/upload/complete': [],
  'POST /api/upload/presign': [],

  'POST /api/upload/files/move': attemptsFor(
    {
      needs: ['plugin::upload.content-api.upload'],
      url: () => '/api/upload/files/move',
      wrap: (data) => ({ data: { ...data, folder: null } }),
    },
    [{ name: 'a file to move', target: 'file', by: 'documentId', data: (ref) => ({ files: [ref] }) }],
  ),
  // Everyone who may find files sees all folders.
  'POST /api/upload/folders': [],
  'PUT /api/upload/folders/{documentId}': [],
  'POST /api/users/{id}/password-link': [],
};
