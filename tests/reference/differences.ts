// Where Lectern answers otherwise than the recorded reference: rows of docs/differences.md, and the steps that show each.

/** By the first cell of the row, the steps as `scenario: label`. */
export const differences: Readonly<Record<string, readonly string[]>> = {
  'Writing to a path that is not there: 404': [
    'bodies: an absent type',
    'bodies: the singular of a collection',
    'bodies: a type by its uid',
  ],
  'Nulls first ascending, last descending': [
    'reading: sort=bed.name,name',
    'reading: sort[bed][name]=desc&sort[name]=asc',
    'reading: sort=parent.name,name',
    'reading: sort=gardeners.name,name',
    'access-reading: a member sorts by them',
  ],
  'Booleans in filters are true, t, 1, false, f or 0; else 400': ['reading: seeds: filters[rare]=maybe'],
  '`unique` and `uid` hold among drafts too': [
    'unique: draft with a published code',
    'unique: draft with the code of a draft',
    'unique: draft with a published slug',
  ],
  'A taken value is told when nothing else is wrong': ['unique: taken and otherwise wrong'],
  'A `uid` with a `targetField` that is not given is made on create': [
    'scalars: slug "a-b"',
    'scalars: one attribute changes',
    'scalars: nothing changes',
    'scalars: as before',
  ],
  'A known component that the zone does not allow: 400': ['zones: body: a component that is not allowed'],
  '`set` beside `connect`; several targets for a to-one; unknown keys in `connect` and positions: 400': [
    'relations-to-one: create with two',
    'relations-to-many: update: an odd place',
  ],
  'What does not exist can be disconnected': [
    'relations-to-one: create with disconnect of an unknown one',
    'relations-to-many: update: an unknown one goes',
  ],
  'A published document may relate to itself': [
    'relations-self: its own twin',
    'relations-self: its own friend',
    'relations-self: its own parent',
    'relations-self: is its own child',
  ],
  'morphToOne relations can be written; `[]` and null empty a morphToMany': [
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
  'JSON given as a text stays that text': ['scalars: data "{\\"a\\":1}"'],
  'A list is no number': ['scalars: count [5]', 'scalars: weight [1]'],
  '`blocks` must be a list of nodes': ['scalars: card 5', 'scalars: card true'],
  'Texts in `blocks` must be texts': ['scalars: card [{"type":"paragraph","children":[{"type":"text","text":5}]}]'],
  'Required values in components are checked on PUT of types without drafts': [
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
  '`populate=localizations` shows the other locales with `locale=*` too': ['locales: list in all'],
  'Wrong method on a known path: 405 in the envelope, `Allow`': ['users-register: login is no GET'],
  'An unknown `status`: 400, on writes too': [
    'access-components: the public: an odd status',
    'access-components: who may update: an odd status',
    'access-components: the read-only token: an odd status',
  ],
  '`status=draft` needs a token, or a role that may update the type': [
    'access-components: the public: drafts',
    'access-components: the public: one draft',
    'access-components: the public: one that differs',
  ],
  'Of a populate from which hidden relations are left out the rest stays: `a` of `populate=a.b`, `[]` of an `on` of hidden types':
    [
      'access-components: public: populate=care.gardener',
      'access-components: public: only what is hidden',
      'access-members: a member who may find users: populate=owner.role',
      'access-reading: sort=name&populate=bed.gardener',
      'access-reading: sort=name&populate=bed.plants.gardeners&fields=name',
      'access-reading: a member sees no tools of theirs',
    ],
  'What is asked of a hidden relation is not read: in `filters` and `sort` its own name is the unknown key, in `populate` there is none':
    [
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
  '`filters` and `sort` under `populate` name no hidden relations: 400': [
    'access-reading: sort=name&populate[bed][filters][gardener][name]=Ada',
  ],
  "A role's permissions are told by its own path alone: `populate[role][populate]=permissions` and filters by them are 400":
    [
      'access-members: the full-access token: filters[owner][role][permissions][action]=x',
      'access-members: the read-only token: filters[owner][role][permissions][action]=x',
      'users-reading: sort=username&populate[role][populate]=permissions',
      'users-reading: filters[role][permissions][action]=x',
    ],
  '`populate[role][populate]=users` shows the users of a role, to who may find users': [
    'users-reading: sort=username&populate[role][populate]=users',
  ],
  'A role is 404 at whatever is no integer of one': ['roles: at a text'],
  'A role has a name of 3 characters or more, and a type of its own': ['roles: no name'],
  '`POST /api/auth/send-email-confirmation` answers the same for everyone, the address in lower case': [
    'users-forgotten: confirmation of who has confirmed',
  ],
  '`:id` of a user may be the documentId': [
    'users-reading: one at a text',
    'users-reading: one by documentId',
    'users-writing: by documentId',
    'users-writing: at a text',
    'users-writing: delete at a text',
  ],
  '`GET /api/users/:id` of who is not there, or does not pass the filters: 404; `me` too': [
    'users-reading: one who is not there',
    'users-writing: who is gone',
  ],
  '`POST /api/users` without a role gives that of who has no other': [
    'users-writing: nothing',
    'users-writing: an envelope',
    'users-writing: no role',
  ],
  'Values that do not fit in `POST /api/users`: `ValidationError`, with their paths': [
    'users-writing: a short name',
    'users-writing: a short password',
    'users-writing: an unknown role',
  ],
  'Unknown keys in `POST` and `PUT /api/users`, `id`, `provider` and tokens: 400': [
    'users-writing: an unknown key to change',
    'users-writing: an envelope to change',
    'users-writing: an unknown key',
  ],
  'A new password that is not given: that alone is told': ['users-passwords: change: no new password'],
  'A list as the body of `/api/auth`: 400 that says so': ['users-register: register: a list'],
  'Nobody changes their own `role`, `confirmed` or `blocked`: 403': ['users-writing: a member lifts themself'],
  'With the password, however it is changed, earlier sessions end': [
    'users-forgotten: the session from before a reset',
  ],
  'A morph relation written to what the caller may not find: 400, as to none': [
    'access-writing: mentions what may not be found',
  ],
};
