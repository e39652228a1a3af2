// The steps where Lectern's answers differ from the recording, by the item of docs/differences.md or docs/reference/differences.md that explains them.

/** The key is the first sentence of the item; a step is `scenario: label`. */
export const differences: Readonly<Record<string, readonly string[]>> = {
  'Paths are case-sensitive, and form-encoded bodies are 400, except at `/api/auth/local` and `/register` below it': [
    'bodies: create with a form',
  ],
  'An unknown `Content-Encoding` is a 415 with the name `UnsupportedMediaTypeError`': [
    'bodies: create with zstd',
    'bodies: create with gzip, gzip',
  ],
  'A write to an unknown path: 404': [
    'bodies: an absent type',
    'bodies: the singular of a collection',
    'bodies: a type by its uid',
  ],
  'Null values come first in ascending order': [
    'reading: sort=bed.name,name',
    'reading: sort[bed][name]=desc&sort[name]=asc',
    'reading: sort=parent.name,name',
    'reading: sort=gardeners.name,name',
    'access-reading: a member sorts by them',
  ],
  '`sort` by an attribute called `status` uses its values': ['names: sort=status'],
  '`fields` answers only what it names': ['names: fields without the sorted one'],
  'A `status` that a URL repeats counts once': ['names: status=published twice'],
  'A draft that takes a document of a type without drafts by its `mappedBy` side takes it in both versions': [
    'relations-drafts: it has the new owner',
  ],
  'Booleans in filters are true, t, 1, false, f or 0, otherwise 400': ['reading: seeds: filters[rare]=maybe'],
  '`unique` and `uid` also apply to drafts': [
    'unique: draft with a published code',
    'unique: draft with the code of a draft',
    'unique: draft with a published slug',
  ],
  'A taken value is only reported if the body has no other fault': ['unique: taken and otherwise wrong'],
  'A create without a value generates a `uid` with a `targetField`': [
    'scalars: slug "a-b"',
    'scalars: one attribute changes',
    'scalars: nothing changes',
    'scalars: as before',
  ],
  'A component with an `id` in a body is replaced as a whole': ['component-ids: a part of a component'],
  'With `componentIds`, a component has the same `id` in both versions': [
    'component-ids: the id of the published version',
    'component-ids: draft by the id in published',
    'component-ids: published by the id in draft',
  ],
  'A known component that the zone does not allow: 400': ['zones: body: a component that is not allowed'],
  '`set` beside `connect`, several targets of a to-one relation, invalid keys in `connect`, `options` and positions: 400':
    [
      'relations-to-one: create with two',
      'relations-to-many: update: an odd place',
      'relations-to-many: update: odd options',
      'media-documents: cover: a list of two',
    ],
  '`options.strict: false` also works inside components': ['component-relations: tools: not strict'],
  'A body can disconnect a target that does not exist': [
    'relations-to-one: create with disconnect of an unknown one',
    'relations-to-many: update: an unknown one goes',
  ],
  'A published document can relate to itself': [
    'relations-self: its own twin',
    'relations-self: its own friend',
    'relations-self: its own parent',
    'relations-self: is its own child',
  ],
  'Bodies can write morphToOne relations; `[]` and null empty a morphToMany': [
    'morphs: about a bed',
    'morphs: read',
    'morphs: populated by name',
    'morphs: cleared',
    'morphs: without a type',
    'morphs: an unknown type',
    'morphs: an unknown target',
    'morphs: mentions null',
    'morphs: mentions cleared',
  ],
  'A string as a JSON value stays one': ['scalars: data "{\\"a\\":1}"'],
  'A list as a number: 400': [
    'scalars: count [5]',
    'scalars: weight [1]',
    'blocks: {"type":"heading","level":[2],"children":[{"type":"text","text":"a"}]}',
  ],
  'A list beside an object in a populate: Lectern populates both': [
    'shared-populates: populate[0]=gardeners&populate[bed][populate]=gardener',
    'shared-populates: populate[bed][populate]=gardener&populate[]=gardeners',
    'shared-populates: populate[0]=*&populate[bed][populate]=*',
    'shared-populates: populate[0]=nope&populate[bed]=true',
    'shared-populates: populate[bed][populate][0]=gardener&populate[bed][populate][plants][fields]=name',
    'shared-populates: populate=gardeners&populate[bed]=true',
  ],
  '`blocks` must be a list of nodes': ['scalars: card 5', 'scalars: card true'],
  'A PUT to a type without drafts checks required values in components': [
    'components: what is required must be there again',
    'components: nothing changed',
  ],
  'Shared attributes follow every write, in drafts and published versions': [
    'locales: what is shared changes in french',
    'locales: and in the english draft',
    'locales: what is shared changes in english',
    'locales: a shared value of a draft',
    'locales: publishing english',
    'locales: populate everything',
  ],
  '`populate=localizations` also adds the other locales with `locale=*`, in the order of their creation': [
    'locales: list in all',
  ],
  'Malformed JSON is a `ValidationError` (Strapi: `SyntaxError`), and a wrong method a 405 in the envelope, with `Allow`':
    ['users-register: login is no GET', 'media-uploading: no such method'],
  'An empty `status` counts as absent': [
    'query-details: status=',
    'query-details: status',
    'query-details: update: is published',
  ],
  '`_q` finds only whole documentIds, and no `id` and `locale`': ['query-details: search: a part of a documentId'],
  'An unknown `status`: 400, also for writes': [
    'access-components: the public: an odd status',
    'access-components: who may update: an odd status',
    'access-components: the read-only token: an odd status',
    'names: two statuses',
  ],
  '`status=draft` is 403 for a role that may only find the type': [
    'access-components: the public: drafts',
    'access-components: the public: one draft',
    'access-components: the public: one that differs',
  ],
  'A populate without its hidden relations keeps the rest: `a` of `populate=a.b`, `[]` for an `on` of hidden types': [
    'access-components: public: populate=care.gardener',
    'access-components: public: only what is hidden',
    'access-members: a member who may find users: populate=owner.role',
    'access-reading: sort=name&populate=bed.gardener',
    'access-reading: sort=name&populate=bed.plants.gardeners&fields=name',
    'access-reading: a member sees no tools of theirs',
  ],
  'Nothing under a hidden relation is read: in `filters` and `sort` it is the unknown key, in `populate` no error': [
    'access-members: the public: populate[owner][fields]=password',
    'access-members: the public: populate[owner][fields]=resetPasswordToken',
    'access-members: the public: populate[holders][filters][password][$notNull]=true',
    'access-members: the public: populate[holders][sort]=password',
    'access-members: the public: filters[owner][password][$startsWith]=$2',
    'access-members: the public: filters[owner][resetPasswordToken][$notNull]=true',
    'access-members: the public: sort=owner.password',
    'access-reading: sort=name&populate[gardeners][fields]=nope',
    'access-reading: filters[gardeners][nope]=Ada',
    'access-reading: sort=planter.nope',
  ],
  'A hidden relation in `filters` or `sort` under `populate`: 400': [
    'access-reading: sort=name&populate[bed][filters][gardener][name]=Ada',
  ],
  'Only the path of a role answers its permissions: `populate[role][populate]=permissions`, and filters by them, are 400':
    [
      'access-members: the full-access token: filters[owner][role][permissions][action]=x',
      'access-members: the read-only token: filters[owner][role][permissions][action]=x',
      'users-reading: sort=username&populate[role][populate]=permissions',
      'users-reading: filters[role][permissions][action]=x',
    ],
  '`populate[role][populate]=users` shows the users of a role to callers who may find users': [
    'users-reading: sort=username&populate[role][populate]=users',
  ],
  'A role is 404 if `:id` is not the integer id of a role': ['roles: at a text'],
  'A role has a name of at least 3 characters, and a unique type': ['roles: no name'],
  '`POST /api/auth/send-email-confirmation` answers the same for all addresses, in lower case': [
    'users-forgotten: confirmation of who has confirmed',
  ],
  '`:id` of a user can be the `documentId`': [
    'users-reading: one at a text',
    'users-reading: one by documentId',
    'users-writing: by documentId',
    'users-writing: at a text',
    'users-writing: delete at a text',
  ],
  '`GET /api/users/:id` and `me` are 404, not 204, for a user who does not exist or match the filters': [
    'users-reading: one who is not there',
    'users-writing: who is gone',
  ],
  '`POST /api/users` without a role uses the default role': [
    'users-writing: nothing',
    'users-writing: an envelope',
    'users-writing: no role',
  ],
  'Invalid values in `POST /api/users`: `ValidationError` with their paths': [
    'users-writing: a short name',
    'users-writing: a short password',
    'users-writing: an unknown role',
  ],
  'If a new password is absent, Lectern reports only that': ['users-passwords: change: no new password'],
  'A list as the body of `/api/auth`: 400 that names the fault': ['users-register: register: a list'],
  'A new password, or a block, ends all earlier sessions and their JWTs': [
    'users-forgotten: the session from before a reset',
    'users-forgotten: me of an unblocked user',
  ],
  'A morph relation to a document that the caller may not find: 400, as if absent': [
    'access-writing: mentions what may not be found',
  ],
  'The bytes of a file decide its `mime`, unless it is a text': ['media-uploading: note.png'],
  'The whole upload is 400 or 404 for an empty file, an unknown field, an unknown key or invalid value of `fileInfo`, several files for one, no body, or a `ref` without a document or media attribute':
    [
      'media-uploading: info: an unknown key',
      'media-uploading: info: a hash',
      'media-uploading: info: a url',
      'media-uploading: info: a folder',
      'media-uploading: info: a name that is empty',
      'media-uploading: info: a name that is null',
      'media-uploading: info: a name that is a number',
      'media-uploading: info: a caption that is a number',
      'media-uploading: an empty file among others',
      'media-uploading: another field',
      'media-changing: an unknown key',
      'media-changing: its hash',
      'media-changing: JSON as a text',
      'media-changing: JSON with another key',
      'media-changing: no body',
      'media-changing: an empty file',
      'media-attaching: two covers',
      'media-attaching: an unknown document',
      'media-attaching: an unknown field',
      'media-attaching: a field that is no media',
      'media-attaching: a field in a component',
      'media-attaching: no field',
      'media-attaching: no document',
      'media-attaching: a type alone',
    ],
  '`fileInfo` is an object or a list, also for fewer files than the form has': [
    'media-uploading: infos: an object for two',
    'media-uploading: infos: fewer than files',
    'media-uploading: infos: an empty list',
    'media-changing: a list of one',
  ],
  'A replaced file that is no picture has another `url` if its ending changes; a picture keeps its `formats`': [
    'media-changing: another text',
    'media-changing: another text of its type',
    'media-changing: a picture of another size',
    'media-changing: with info',
    'media-changing: with a name',
    'media-changing: read what is there instead',
    'media-changing: delete',
    'media-changing: delete a picture',
  ],
  '`hash` has no accents, `ext` no capitals': ['media-uploading: Grüne Öffnungszeiten.TXT'],
  '`null` in `fileInfo` clears the value': ['media-changing: a null'],
  '`allowedTypes` applies to every write: 400': [
    'media-attaching: a cover that is a text',
    'media-attaching: a paper that is a picture',
    'media-documents: cover: what is not an image',
    'media-documents: papers that are pictures',
  ],
  '`connect` of media works as for relations: `position` applies, and a single file replaces the other': [
    'media-documents: cover: connect',
    'media-documents: shots: connect at the start',
    'media-documents: shots: connect before',
  ],
  'Media as an object that names no file: 400': ['media-documents: cover: an object without an id'],
  'Lectern removes folders from file names': ['media-uploading: a name with folders'],
  '`GET /api/users` and `GET /api/upload/files` answer pages of 25': [
    'media-reading: pagination[page]=1&pagination[pageSize]=2&sort=name&fields=name',
    'media-reading: pagination[page]=2&pagination[pageSize]=2&sort=name&fields=name',
    'media-reading: pagination[start]=1&pagination[limit]=1&sort=name&fields=name',
    'media-reading: pagination[limit]=1&sort=name&fields=name',
    'media-reading: pagination[page]=x&sort=name&fields=name',
    'media-reading: start=1&limit=2&sort=name&fields=name',
    'media-reading: page=1&pageSize=2&sort=name&fields=name',
  ],
  '`GET /api/upload/files/:id` accepts `fields` and `filters`': [
    'media-reading: one: fields=name',
    'media-reading: one: filters[name]=nope',
    'media-access: the read-only token: reads',
    'media-access: a member who may: reads',
  ],
  'Files in the media library have `folder`, the `documentId` of a [folder](../media.md#folders)': [
    'media-reading: filters[folder][name]=a',
  ],
  'Files have no `related`': [
    'media-reading: populate=*&sort=name&filters[ext]=.txt',
    'media-reading: populate=related&sort=name&filters[ext]=.txt',
    'media-reading: one: populate=*',
    'media-reading: one: populate=related',
  ],
  '`:id` of a file can be its `documentId`; any other text is 404': [
    'media-changing: at a text',
    'media-changing: at an empty id',
    'media-changing: by documentId',
    'media-changing: delete at a text',
    'media-changing: delete by documentId',
    'media-reading: one: by documentId',
    'media-reading: one: at a text',
    'media-attaching: by documentId',
  ],
  '`ref` needs the permission to update the document': ['media-access: a member who may: attaches'],
  'Without `find` on files a body relates only [files of the caller or of the document](access.md#files); without `findOne` too, `POST /api/upload?id=` changes only files of the caller (others: 404)':
    ['media-access: a member who uploads: changes'],
  'Errors of the content-type builder come in the envelope': [
    'type-builder: files',
    'type-builder: an unknown type',
    'type-builder: an unknown component',
  ],
  'Without full access, the content-type builder lists only types, attributes and components that the caller may read or write':
    ['type-builder: a member with the permission'],
};

/** The same for GraphQL: why an answer differs, and its steps. */
export const graphqlDifferences: Readonly<Record<string, readonly string[]>> = {};

/** Why the GraphQL schemas differ: the beginnings of lines that only Strapi's has (`lacks`), and that only Lectern's has (`adds`). */
export const schemaDifferences: Readonly<
  Record<string, { readonly lacks?: readonly string[]; readonly adds?: readonly string[] }>
> = {};
