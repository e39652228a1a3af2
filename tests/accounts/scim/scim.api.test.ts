// SCIM 2.0, with the requests that Entra ID and Okta send, as their documents show them:
// - MicrosoftDocs/entra-docs, docs/identity/app-provisioning: use-scim-to-provision-users-and-groups.md ("tutorial" below), and
//   application-provisioning-config-problem-scim-compatibility.md ("compatibility": what changes with ?aadOptscim062020)
// - okta/okta-developer-docs, docs/reference/scim/scim-20/index.md ("reference")
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginTestUser } from '../../../cli/testing/testUsers.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig, type Call, type Reply } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { logIn, registerUser } from '../../setup/users.ts';

const groups = { 'Web Admins': { role: 'administrator' }, 'Web Editors': { role: 'editor' } };
const api = createApi(library, { ...testConfig, scim: { groups, defaultRole: 'authenticated' } });
const withoutScim = createApi(library, testConfig, 1, { ...secrets, scim: undefined });

const core = 'urn:ietf:params:scim:schemas:core:2.0';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const as = { token: secrets.scim };

const scim = async (method: string, path: string, body?: unknown, call: Call = {}, site = api): Promise<Reply> => {
  const headers = { ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }), ...call.headers };
  const reply = await site.request(method, `/scim/v2/${path}`, { as, body, ...call, headers });
  const isScim = String(reply.headers['content-type']).startsWith('application/scim+json');
  return { ...reply, body: isScim ? (JSON.parse(reply.body as string) as unknown) : reply.body };
};
const patch = (path: string, ...operations: object[]): Promise<Reply> =>
  scim('PATCH', path, { schemas: [patchOp], Operations: operations });
const found = async (resource: string, filter: string): Promise<readonly string[]> => {
  const { body } = await scim('GET', `${resource}?filter=${encodeURIComponent(filter)}`);
  return (body.Resources as { id: string }[]).map(({ id }) => id);
};
const failure = ({ status, body }: Reply) => [status, body.scimType];

/** As Entra's tutorial, "Create User". */
const entraUser = (name: string) => ({
  schemas: [`${core}:User`, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `entra-${name}`,
  userName: `${name}@example.com`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}@work.example.com` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
});

/** As Okta's reference, "Create Users". */
const oktaUser = (name: string) => ({
  schemas: [`${core}:User`],
  userName: `${name}@okta.example`,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: `${name}@okta.example`, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `00u-${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
});

const create = async (user: object): Promise<string> => {
  const { status, body } = await scim('POST', 'Users', user);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id as string;
};

const roleOf = async (id: string): Promise<string> =>
  (await api.get(`/api/users/${id}?populate=role`)).body.role.type as string;

const rowsOf = async (id: string): Promise<readonly string[]> => {
  const rows = await api.collection('lectern_audit');
  const of = await rows.find({ 'target.documentId': id, actor: 'scim' }).sort({ _id: 1 }).toArray();
  return of.map(({ action }) => String(action));
};

describe('the token', () => {
  it('is the only one that reaches SCIM, and reaches nothing else', async () => {
    const { jwt } = await loginTestUser(api.service(), { role: 'administrator' });
    for (const credentials of [null, 'full-access', { token: jwt }, { token: secrets.owner }, { token: 'x' }] as const)
      expect((await scim('GET', 'Users', undefined, { as: credentials })).status).toBe(401);
    for (const path of ['/api/users', '/api/upload/files', '/admin/api-tokens'])
      expect((await api.get(path, { as })).status).toBe(401);
  });

  it('is needed: without one there is no SCIM', async () => {
    for (const token of ['undefined', secrets.scim])
      expect((await scim('GET', 'Users', undefined, { as: { token } }, withoutScim)).status).toBe(404);
  });
});

describe('discovery', () => {
  it.each(['ServiceProviderConfig', 'ResourceTypes', 'ResourceTypes/User', 'Schemas', `Schemas/${core}:Group`])(
    'describes %s',
    async (path) => {
      const { status, body } = await scim('GET', path);
      expect(status).toBe(200);
      expect(body.schemas).toEqual([expect.stringMatching(/^urn:ietf:params:scim:/)]);
    },
  );

  it('refuses other methods and names', async () => {
    expect((await scim('POST', 'Schemas', {})).status).toBe(405);
    expect((await scim('GET', 'Tokens')).body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'There is no such resource',
    });
  });
});

describe('Entra ID', () => {
  it('tests the connection with a user that does not exist', async () => {
    const filter = encodeURIComponent('userName eq "1b1b1b1b-0000-4000-8000-000000000000"');
    const { status, body } = await scim('GET', `Users?filter=${filter}`);
    expect([status, body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        ...{ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
      },
    ]);
  });

  it('creates a user, finds it, and changes it', async () => {
    const { status, body, headers } = await scim('POST', 'Users', entraUser('alma'));
    expect(status).toBe(201);
    expect(headers.location).toBe(`/scim/v2/Users/${body.id}`);
    expect(body).toEqual({
      schemas: [`${core}:User`],
      id: expect.stringMatching(/^[a-z0-9]{24}$/),
      externalId: 'entra-alma',
      userName: 'alma@example.com',
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      emails: [{ value: 'alma@work.example.com', type: 'work', primary: true }],
      active: true,
      groups: [],
      meta: {
        resourceType: 'User',
        ...{ created: expect.any(String), lastModified: expect.any(String) },
        ...{ location: `/scim/v2/Users/${body.id}`, version: expect.stringMatching(/^W\/"[\w-]{16}"$/) },
      },
    });
    for (const filter of [
      'userName eq "Alma@Example.com"',
      'externalId eq "entra-alma"',
      'emails[type eq "work"].value eq "alma@work.example.com"',
      'userName eq "nobody@example.com" or externalId eq "entra-alma"',
      'userName eq "alma@example.com" and active eq true',
      // Tutorial, "Example 1. Query the service for a matching user".
      'externalId eq entra-alma',
    ])
      expect([filter, await found('Users', filter)]).toEqual([filter, [body.id]]);
    expect(await found('Users', 'userName eq "alma@example.com" and active eq false')).toEqual([]);
    // "Update User [Multi-valued properties]" and "[Single-valued properties]".
    const changed = await patch(
      `Users/${body.id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@work.example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Replace', path: 'userName', value: 'alma.new@example.com' },
    );
    expect(changed.body).toMatchObject({
      userName: 'alma.new@example.com',
      name: { formatted: 'givenName familyName', familyName: 'updatedFamilyName', givenName: 'givenName' },
      emails: [{ value: 'updated@work.example.com' }],
      externalId: 'entra-alma',
    });
    expect(changed.body.meta.version).not.toBe(body.meta.version);
    expect(await rowsOf(body.id as string)).toEqual(['user.create', 'user.update']);
  });

  it('reads all forms of its changes of a user', async () => {
    const id = await create({
      ...entraUser('ada'),
      // Tutorial, example 2: attributes without a value are null.
      ...{ addresses: null, phoneNumbers: null, manager: null, title: null, displayName: null },
    });
    const path = `Users/${id}`;
    // Compatibility, "add a single-value string attribute", without the flag.
    const added = await patch(path, { op: 'Add', path: 'displayName', value: [{ value: 'Ada L' }] });
    expect([added.status, added.body.displayName]).toEqual([200, 'Ada L']);
    // "replace multiple attributes", with the flag.
    const replaced = await patch(
      path,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'ada.l@work.example.com' },
      {
        op: 'replace',
        value: {
          displayName: 'Ada Lovelace',
          'name.givenName': 'Ada',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber': 'A1',
        },
      },
    );
    expect(replaced.body).toMatchObject({
      displayName: 'Ada Lovelace',
      name: { familyName: 'familyName', givenName: 'Ada' },
      emails: [{ value: 'ada.l@work.example.com' }],
      externalId: 'entra-ada',
    });
    // Tutorial, examples 4 and 5: it looks for a manager before it sets one.
    const managed = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager';
    for (const name of ['manager', managed])
      expect(await found('Users', `id eq "${id}" and ${name} eq "another"`)).toEqual([]);
    const manager = { op: 'Add', path: 'manager', value: [{ $ref: 'https://x/scim/Users/a', value: 'a' }] };
    expect((await patch(path, manager)).status).toBe(200);
    // "Disable User", as a text and as a boolean.
    for (const value of ['False', 'True', false])
      expect((await patch(path, { op: 'Replace', path: 'active', value })).body.active).toBe(value === 'True');
    expect((await scim('DELETE', path)).status).toBe(204);
    expect((await scim('GET', path)).status).toBe(404);
  });

  it('manages a group, whose members have its role', async () => {
    const id = await create(entraUser('carl'));
    const created = await scim('POST', 'Groups', {
      schemas: [`${core}:Group`, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      ...{ externalId: 'entra-group', displayName: 'Web Editors', meta: { resourceType: 'Group' } },
    });
    expect([created.status, created.body.members]).toEqual([201, []]);
    const path = `Groups/${created.body.id}`;
    expect(await roleOf(id)).toBe('authenticated');
    const added = await patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: id }] });
    expect([added.status, added.body]).toEqual([204, undefined]);
    expect(await roleOf(id)).toBe('editor');
    // It looks for a member before it changes members.
    const member = encodeURIComponent(`id eq "${created.body.id}" and members eq "${id}"`);
    expect((await scim('GET', `Groups?filter=${member}&attributes=id`)).body.Resources).toHaveLength(1);
    expect((await scim('GET', `Users/${id}`)).body.groups).toEqual([
      { value: created.body.id, $ref: `/scim/v2/Groups/${created.body.id}`, display: 'Web Editors' },
    ]);
    expect(await found('Groups', 'displayName eq "web editors"')).toEqual([created.body.id]);
    const excluded = await scim('GET', `${path}?excludedAttributes=members`);
    expect(Object.keys(excluded.body as object)).toEqual(['schemas', 'id', 'externalId', 'displayName', 'meta']);
    await patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] });
    expect(await roleOf(id)).toBe('authenticated');
    await patch(path, { op: 'Add', path: 'members', value: [{ value: id }] });
    await patch(path, { op: 'Remove', path: `members[value eq "${id}"]` });
    expect(await roleOf(id)).toBe('authenticated');
    await patch(path, { op: 'Add', path: 'members', value: [{ value: id }] });
    expect((await scim('DELETE', path)).status).toBe(204);
    expect([await roleOf(id), (await scim('GET', path)).status]).toEqual(['authenticated', 404]);
  });

  it('takes a user out of two groups at once, and the user keeps no role of either', async () => {
    await loginTestUser(api.service(), { role: 'administrator' });
    const id = await create(entraUser('cleo'));
    const paths: string[] = [];
    for (const displayName of ['Web Admins', 'Web Editors']) {
      const { body } = await scim('POST', 'Groups', { displayName, members: [{ value: id }] });
      paths.push(`Groups/${body.id}`);
    }
    expect(await roleOf(id)).toBe('administrator');
    const replies = await Promise.all(
      paths.map((path) => patch(path, { op: 'Remove', path: 'members', value: [{ value: id }] })),
    );
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
    expect(await roleOf(id)).toBe('authenticated');
    for (const path of paths) await scim('DELETE', path);
  });
});

describe('Okta', () => {
  it('creates a user, replaces it, and deactivates it without a path', async () => {
    const { status, body } = await scim('POST', 'Users', oktaUser('dora'));
    expect([status, body.displayName, JSON.stringify(body).includes('1mz050nq')]).toEqual([201, 'Test User', false]);
    expect((await logIn(api, 'dora@okta.example', '1mz050nq')).status).toBe(400);
    const path = `Users/${body.id}`;
    const replaced = await scim('PUT', path, { ...oktaUser('dora'), id: body.id, displayName: 'Another' });
    expect([replaced.status, replaced.body.displayName]).toEqual([200, 'Another']);
    const deactivated = await patch(path, { op: 'replace', value: { active: false } });
    expect([deactivated.status, deactivated.body.active]).toEqual([200, false]);
    expect((await api.get(`/api/users/${body.id}`)).body.blocked).toBe(true);
    expect(await rowsOf(body.id as string)).toEqual(['user.create', 'user.update']);
  });

  it('lists users in pages, and refuses a second user of the same name', async () => {
    const id = await create(oktaUser('emil'));
    const { body } = await scim('GET', 'Users?startIndex=1&count=2');
    expect([body.itemsPerPage, body.startIndex, (body.Resources as unknown[]).length]).toEqual([2, 1, 2]);
    expect(body.totalResults).toBeGreaterThan(2);
    const last = await scim('GET', `Users?startIndex=${body.totalResults}&count=100`);
    expect((last.body.Resources as { id: string }[]).map((one) => one.id)).toEqual([id]);
    expect((await scim('GET', 'Users?count=0')).body).toMatchObject({ totalResults: body.totalResults, Resources: [] });
    const second = await scim('POST', 'Users', oktaUser('emil'));
    expect([...failure(second), second.body.status]).toEqual([409, 'uniqueness', '409']);
  });

  it('tests the connection with a page, and deactivates a user of a custom app with PUT', async () => {
    const id = await create(oktaUser('dino'));
    expect((await scim('GET', 'Users?startIndex=1&count=2')).body.totalResults).toBeGreaterThan(0);
    expect((await scim('GET', 'Groups?startIndex=1&count=100')).status).toBe(200);
    const filter = encodeURIComponent('userName eq "dino@okta.example"');
    const { body } = await scim('GET', `Users?filter=${filter}&startIndex=1&count=100`);
    expect((body.Resources as { id: string }[]).map((one) => one.id)).toEqual([id]);
    const current = (await scim('GET', `Users/${id}`)).body as object;
    expect((await scim('PUT', `Users/${id}`, { ...current, active: false })).body.active).toBe(false);
    const password = await patch(`Users/${id}`, { op: 'replace', value: { password: 'synced by Okta' } });
    expect(password.status).toBe(200);
    expect((await logIn(api, 'dino@okta.example', 'synced by Okta')).status).toBe(400);
  });

  it('renames a group without a path, and replaces its members', async () => {
    const [one, other] = [await create(oktaUser('finn')), await create(oktaUser('gero'))];
    const group = {
      schemas: [`${core}:Group`],
      displayName: 'Test SCIMv2',
      members: [{ value: one, display: 'finn' }],
    };
    const { body } = await scim('POST', 'Groups', group);
    expect(await roleOf(one)).toBe('authenticated');
    const path = `Groups/${body.id}`;
    const renamed = await patch(path, { op: 'replace', value: { id: body.id, displayName: 'Web Editors' } });
    expect([renamed.status, await roleOf(one)]).toEqual([204, 'editor']);
    expect((await scim('GET', path)).body.displayName).toBe('Web Editors');
    await patch(
      path,
      { op: 'remove', path: `members[value eq "${one}"]` },
      { op: 'add', path: 'members', value: [{ value: other, display: 'gero@okta.example' }] },
    );
    expect([await roleOf(one), await roleOf(other)]).toEqual(['authenticated', 'editor']);
    await patch(path, { op: 'replace', path: 'members', value: [{ value: one }] });
    expect([await roleOf(one), await roleOf(other)]).toEqual(['editor', 'authenticated']);
    // Custom apps replace the whole group.
    await scim('PUT', path, { ...group, id: body.id, displayName: 'Web Editors', members: [{ value: other }] });
    expect([await roleOf(one), await roleOf(other)]).toEqual(['authenticated', 'editor']);
    expect(failure(await scim('POST', 'Groups', { ...group, displayName: 'web editors' }))).toEqual([
      409,
      'uniqueness',
    ]);
    await scim('DELETE', path);
  });
});

// The cases of both suites that the tests above do not have.
describe('the test suites of the directories:', () => {
  const userPath = async (user: object) => `Users/${await create(user)}`;

  it("Okta's SCIM 2.0 SPEC test finds a user as it wrote it, and 404 and 401 in the form of SCIM", async () => {
    const user = { ...oktaUser('spec'), userName: 'Spec@okta.example' };
    const path = await userPath(user);
    const { userName, name, emails, active } = user;
    expect((await scim('GET', path)).body).toMatchObject({ userName, name, emails, active });
    expect(await found('Users', `userName eq "${userName.toUpperCase()}"`)).toEqual([path.split('/')[1]]);
    const missing = await scim('GET', 'Users/00919288221112222');
    const refused = await scim('GET', 'Users', undefined, { as: null, headers: { authorization: 'non-token' } });
    const basic = await scim('GET', 'Users', undefined, { as: null, headers: { authorization: 'Basic b2t0YTp4' } });
    for (const [reply, status] of [
      [missing, 404],
      [refused, 401],
      [basic, 401],
    ] as const)
      expect([reply.status, reply.body]).toEqual([
        status,
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: String(status),
          detail: expect.any(String),
        },
      ]);
  });

  it("Microsoft's validator finds a disabled user, and deletes a user only once", async () => {
    const path = await userPath(entraUser('vera'));
    await patch(path, { op: 'Replace', path: 'active', value: false });
    const filter = encodeURIComponent('userName eq "vera@example.com"');
    expect((await scim('GET', `Users?filter=${filter}`)).body.Resources).toMatchObject([{ active: false }]);
    const deleted = [await scim('DELETE', path), await scim('DELETE', path), await scim('DELETE', 'Groups/unknown')];
    expect(deleted.map(({ status }) => status)).toEqual([204, 404, 404]);
    // Restore_User_Test: it comes back.
    expect((await scim('POST', 'Users', entraUser('vera'))).status).toBe(201);
  });

  it.each(['', null])("Microsoft's SCIM_Null_Update_Test removes what becomes %j", async (value) => {
    const path = await userPath({ ...entraUser(`null-${value}`), displayName: 'Null' });
    const names = ['displayName', 'externalId', 'name.formatted', 'name.familyName', 'name.givenName'];
    const { status, body } = await patch(path, ...names.map((name) => ({ op: 'Replace', path: name, value })));
    expect([status, Object.keys(body as object)]).toEqual([
      200,
      ['schemas', 'id', 'userName', 'emails', 'active', 'groups', 'meta'],
    ]);
    expect((await patch(path)).body).toEqual(body);
  });

  it("Microsoft's Schema_Discoverability_Test finds the attributes that directories map", async () => {
    const { body } = await scim('GET', 'Schemas');
    const names = (body.Resources as { attributes: { name: string; subAttributes?: { name: string }[] }[] }[]).map(
      ({ attributes }) =>
        attributes.flatMap(({ name, subAttributes }) =>
          subAttributes === undefined ? [name] : subAttributes.map((one) => `${name}.${one.name}`),
        ),
    );
    expect(names).toEqual([
      expect.arrayContaining(['userName', 'externalId', 'name.familyName', 'active', 'emails.value']),
      expect.arrayContaining(['displayName', 'externalId', 'members.value']),
    ]);
  });

  it("Microsoft's pagination tests see each resource once", async () => {
    for (let i = 0; i < 6; i++) {
      await create(entraUser(`page-${i}`));
      await scim('POST', 'Groups', { displayName: `Page ${i}` });
    }
    for (const resource of ['Users', 'Groups']) {
      const { totalResults } = (await scim('GET', `${resource}?count=0`)).body as { totalResults: number };
      const ids = new Set<string>();
      for (let start = 1; start <= totalResults; start += 5) {
        const { body } = await scim('GET', `${resource}?startIndex=${start}&count=5`);
        expect(body.startIndex).toBe(start);
        for (const { id } of body.Resources as { id: string }[]) ids.add(id);
      }
      expect([resource, ids.size]).toEqual([resource, totalResults]);
      expect(totalResults).toBeGreaterThan(5);
    }
  });
});

it('members of the site do not exist for SCIM', async () => {
  const { documentId } = await registerUser(api, 'hanna');
  expect((await scim('GET', `Users/${documentId}`)).status).toBe(404);
  expect((await scim('DELETE', `Users/${documentId}`)).status).toBe(404);
  expect(await found('Users', 'userName eq "hanna"')).toEqual([]);
  const group = { displayName: 'Web Admins', members: [{ value: documentId }] };
  expect(failure(await scim('POST', 'Groups', group))).toEqual([400, 'invalidValue']);
  expect(await roleOf(documentId)).toBe('authenticated');
  // Someone who registered the address of a colleague first does not get the rights of the colleague.
  const taken = { userName: 'hanna2', emails: [{ value: 'hanna@example.org' }] };
  expect(failure(await scim('POST', 'Users', taken))).toEqual([409, 'uniqueness']);
});

describe('the last administrator', () => {
  const administrators = createApi(library, { ...testConfig, scim: { groups, defaultRole: 'authenticated' } });
  const send = (method: string, path: string, body?: unknown) => scim(method, path, body, {}, administrators);
  const change = (path: string, ...operations: object[]) => send('PATCH', path, { Operations: operations });
  const deactivate = (id: string) => change(`Users/${id}`, { op: 'replace', value: { active: false } });
  const add = async () => (await loginTestUser(administrators.service(), { role: 'administrator' })).user.documentId;
  /** Adds users to the group that makes administrators. @returns the path of the group */
  const addToGroup = async (...ids: readonly string[]) => {
    const body = { displayName: 'Web Admins', members: ids.map((value) => ({ value })) };
    return `Groups/${(await send('POST', 'Groups', body)).body.id}`;
  };
  const refusal = [403, 'The site needs at least one administrator, and this is the last one'];
  const isAdministrator = async (id: string): Promise<boolean> => {
    const { body } = await administrators.get(`/api/users/${id}?populate=role`);
    return body.role?.type === 'administrator' && body.blocked !== true;
  };
  beforeEach(async () => {
    const database = await administrators.service().database.get();
    await database.collection('up_users').deleteMany({});
    for (const name of [collections.scimGroups, collections.scimUsers]) await database.collection(name).deleteMany({});
  });

  it('stays, however it would be removed', async () => {
    const last = await add();
    const user = (await send('GET', `Users/${last}`)).body as object;
    const lower = await send('POST', 'Groups', { displayName: 'Web Editors', members: [{ value: last }] });
    const group = await addToGroup(last);
    const member = { path: 'members', value: [{ value: last }] };
    const replies = [
      lower,
      await deactivate(last),
      await send('PUT', `Users/${last}`, { ...user, active: false }),
      await send('DELETE', `Users/${last}`),
      await change(group, { op: 'remove', ...member }),
      await change(group, { op: 'remove', path: `members[value eq "${last}"]` }),
      await change(group, { op: 'replace', path: 'displayName', value: 'Others' }),
      await send('PUT', group, { displayName: 'Web Admins', members: [] }),
      await send('DELETE', group),
    ];
    expect(replies.map(({ status, body }) => [status, body.detail])).toEqual(replies.map(() => refusal));
    expect(await isAdministrator(last)).toBe(true);
    const { body } = await send('GET', 'Groups');
    expect(body.Resources).toMatchObject([{ displayName: 'Web Admins', members: [{ value: last }] }]);
  });

  const without = (group: string, id: string) => change(group, { op: 'remove', path: `members[value eq "${id}"]` });
  it.each<[string, ((group: string, id: string) => Promise<Reply>)[]]>([
    ['two deactivations', [(_, id) => deactivate(id), (_, id) => deactivate(id)]],
    ['two deletions', [(_, id) => send('DELETE', `Users/${id}`), (_, id) => send('DELETE', `Users/${id}`)]],
    ['two removals from the group', [without, without]],
    ['a deactivation and a deletion', [(_, id) => deactivate(id), (_, id) => send('DELETE', `Users/${id}`)]],
    ['a removal from the group and a deletion', [without, (_, id) => send('DELETE', `Users/${id}`)]],
    ['a removal from the group and a deactivation', [without, (_, id) => deactivate(id)]],
  ])('stays after %s at once', async (_, removals) => {
    const ids = [await add(), await add()];
    const group = await addToGroup(...ids);
    const replies = await Promise.all(removals.map((remove, index) => remove(group, ids[index] ?? '')));
    expect(replies.filter(({ status }) => status === 403).map(({ status, body }) => [status, body.detail])).toEqual([
      refusal,
    ]);
    const left = await Promise.all(ids.map(isAdministrator));
    expect(left.filter(Boolean)).toHaveLength(1);
  });

  it('is locked only by changes of administrators', async () => {
    const database = await administrators.service().database.get();
    const rows = database.collection<{ _id: string }>(collections.leases);
    const locks: unknown[] = [];
    for (const name of ['lou', 'liv']) {
      expect((await deactivate((await send('POST', 'Users', oktaUser(name))).body.id)).status).toBe(200);
      locks.push(await rows.findOne({ _id: 'administrators' }));
    }
    expect(locks).toEqual([expect.anything(), locks[0]]);
  });
});

describe('an emergency account', () => {
  const signIn = { ...testConfig.signIn, emergencyAccounts: ['Anker@work.example.com'] };
  const site = createApi(library, { ...testConfig, signIn, scim: { groups, defaultRole: 'authenticated' } });
  const send = (method: string, path: string, body?: unknown) => scim(method, path, body, {}, site);

  it('is not renamed, blocked, deleted or given a role', async () => {
    const { body } = await send('POST', 'Users', entraUser('anker'));
    const { id, userName, emails } = body;
    const change = (path: string, value: unknown) =>
      send('PATCH', `Users/${id}`, { Operations: [{ op: 'replace', path, value }] });
    const refused = [
      await change('active', false),
      await change('userName', 'other'),
      await change('emails', [{ value: 'other@work.example.com' }]),
      await send('PUT', `Users/${id}`, { ...entraUser('anker'), active: false }),
      await send('POST', 'Groups', { displayName: 'Web Editors', members: [{ value: id }] }),
      await send('DELETE', `Users/${id}`),
    ];
    expect(new Set(refused.map((one) => `${one.status} ${one.body.detail}`))).toEqual(
      new Set([`403 The user ${id} is an emergency account of the site, which SCIM does not change`]),
    );
    expect((await send('GET', `Users/${id}`)).body).toMatchObject({ userName, emails, active: true, groups: [] });
    expect((await change('externalId', 'another')).status).toBe(200);
  });
});

describe('bad input', () => {
  let path = '';
  beforeAll(async () => {
    path = `Users/${await create(oktaUser('ines'))}`;
  });

  it.each([
    ['no userName', {}, 'invalidValue'],
    ['no address', { userName: 'ines' }, 'invalidValue'],
    ['a number', { userName: 1 }, 'invalidValue'],
    ['an object for active', { userName: 'ines@example.org', active: { toString: 1 } }, 'invalidValue'],
    ['a short name', { userName: 'i', emails: [{ value: 'i@example.org' }] }, 'invalidValue'],
    ['a list', [], 'invalidSyntax'],
    ['no JSON', '{', 'invalidSyntax'],
  ])('as a user with %s is a 400', async (_, body, scimType) => {
    expect(failure(await scim('POST', 'Users', body))).toEqual([400, scimType]);
  });

  it.each([
    ['userName', 'invalidFilter'],
    ['userName eq', 'invalidFilter'],
    ['userName eq "a" or (', 'invalidFilter'],
    ['userName eq a or userName eq b', 'invalidFilter'],
    ['userName sw "a"', 'invalidFilter'],
    ['password eq "a"', 'invalidFilter'],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', 'invalidFilter'],
    [`userName eq "${'a'.repeat(1_000)}"`, 'invalidFilter'],
    [Array.from({ length: 21 }, () => 'id eq "a"').join(' or '), 'invalidFilter'],
    ['active eq "yes"', 'invalidValue'],
  ])('as the filter %s is a 400', async (filter, scimType) => {
    expect(failure(await scim('GET', `Users?filter=${encodeURIComponent(filter)}`))).toEqual([400, scimType]);
  });

  it.each([
    ['userName eq {"$gt": ""}', 400],
    ['userName eq "{\\"$gt\\": \\"\\"}"', 200],
    ['userName eq ".*"', 200],
    ['id eq null', 200],
  ])('as the filter %s finds nothing', async (filter, status) => {
    const reply = await scim('GET', `Users?filter=${encodeURIComponent(filter)}`);
    expect([reply.status, reply.body.totalResults ?? 0]).toEqual([status, 0]);
  });

  it.each([
    ['no operations', {}, 'invalidSyntax'],
    ['an unknown op', { Operations: [{ op: 'move' }] }, 'invalidSyntax'],
    ['a broken path', { Operations: [{ op: 'replace', path: 'emails[type eq', value: 'x' }] }, 'invalidPath'],
    ['remove without a path', { Operations: [{ op: 'remove' }] }, 'invalidPath'],
    ['no value', { Operations: [{ op: 'replace', value: 'x' }] }, 'invalidValue'],
    ['another boolean', { Operations: [{ op: 'replace', path: 'active', value: 'no' }] }, 'invalidValue'],
    ['an object for active', { Operations: [{ op: 'add', path: 'active', value: { toString: 1 } }] }, 'invalidValue'],
    ['a bad address', { Operations: [{ op: 'replace', path: 'emails', value: [{ value: 'x' }] }] }, 'invalidValue'],
    ['userName removed', { Operations: [{ op: 'remove', path: 'userName' }] }, 'mutability'],
    ['active removed', { Operations: [{ op: 'remove', path: 'active' }] }, 'mutability'],
    ['active without a value', { Operations: [{ op: 'replace', path: 'active' }] }, 'mutability'],
    ['active as null', { Operations: [{ op: 'replace', value: { active: null } }] }, 'mutability'],
  ])('as a PATCH with %s is a 400, and changes nothing', async (_, body, scimType) => {
    const before = await scim('GET', path);
    expect(failure(await scim('PATCH', path, body))).toEqual([400, scimType]);
    expect((await scim('GET', path)).body).toEqual(before.body);
  });

  it.each([
    [`{"op": "replace", "path": "__proto__.active", "value": false}`, 400],
    [`{"op": "replace", "path": "emails[type eq \\"work\\"].__proto__", "value": "x@example.org"}`, 200],
    [`{"op": "replace", "path": "constructor.prototype.active", "value": false}`, 200],
    [`{"op": "add", "value": {"__proto__.active": false}}`, 200],
  ])('as the PATCH %s changes neither the user nor what objects inherit', async (operation, status) => {
    const before = await scim('GET', path);
    expect((await scim('PATCH', path, `{"Operations": [${operation}]}`)).status).toBe(status);
    expect((await scim('GET', path)).body).toEqual(before.body);
    expect(Object.keys(Object.getPrototypeOf({}) as object)).toEqual([]);
  });

  it.each([
    ['operations', Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'title', value: 'x' }))],
    ['attributes', [{ op: 'add', value: Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`a${n}`, n])) }]],
  ])('as a PATCH with 1001 %s is a 413', async (_, operations) => {
    expect((await patch(path, ...operations)).status).toBe(413);
  });

  it('ignores unknown attributes', async () => {
    const before = await scim('GET', path);
    const value = { title: 'x', 'name.title': 'y', 'active.x': false, userNames: 'z', groups: [], id: 'z' };
    const reply = await patch(
      path,
      { op: 'add', value },
      { op: 'replace', path: 'emails[type eq "home"]', value: 'z' },
    );
    expect([reply.status, reply.body]).toEqual([200, before.body]);
  });

  it.each([
    [
      { op: 'replace', path: 'emails', value: [{ value: 'a@example.org' }, { value: 'b@example.org', type: 'work' }] },
      'b@example.org',
    ],
    [{ op: 'add', path: 'emails', value: { value: 'c@example.org' } }, 'c@example.org'],
    [{ op: 'replace', path: 'emails[primary eq true]', value: [{ value: 'd@example.org' }] }, 'd@example.org'],
    [{ op: 'remove', path: 'emails[type eq "work"].value' }, 'ines@okta.example'],
  ])('reads one address from %j', async (operation, value) => {
    expect((await patch(path, operation)).body.emails).toEqual([{ value, type: 'work', primary: true }]);
  });

  it('adds to the parts of a name, and removes them', async () => {
    const names = async (operation: object) => (await patch(path, operation)).body.name as unknown;
    expect(await names({ op: 'replace', path: 'name', value: { givenName: 'Ines' } })).toEqual({
      givenName: 'Ines',
      familyName: 'User',
    });
    expect(await names({ op: 'remove', path: 'name.givenName' })).toEqual({ familyName: 'User' });
    expect(await names({ op: 'remove', path: 'name' })).toBeUndefined();
  });

  it('removes no members for an empty list', async () => {
    const member = { value: path.split('/')[1] };
    const { id } = (await scim('POST', 'Groups', { displayName: 'Empty', members: [member, member] })).body;
    const members = async (operation: object) => {
      await patch(`Groups/${id}`, operation);
      return ((await scim('GET', `Groups/${id}`)).body.members as unknown[]).length;
    };
    expect(await members({ op: 'remove', path: 'members', value: [] })).toBe(1);
    expect(await members({ op: 'add', path: 'members', value: member })).toBe(1);
    expect(await members({ op: 'remove', path: 'members' })).toBe(0);
  });

  it('compares the version of a change', async () => {
    const { body } = await scim('GET', path);
    const change = { Operations: [{ op: 'replace', path: 'displayName', value: 'Ines I' }] };
    const send = (version: string) => scim('PATCH', path, change, { headers: { 'if-match': version } });
    expect((await send('W/"another"')).status).toBe(412);
    expect((await send(body.meta.version as string)).status).toBe(200);
    expect((await send(body.meta.version as string)).status).toBe(412);
  });

  it.each([
    ['Users', { userName: 'race@example.com' }, ['displayName', 'active', 'userName', 'externalId']],
    ['Groups', { displayName: 'race' }, ['displayName', 'externalId', 'displayName', 'externalId']],
  ])('lets one of several changes of a version of %s at once pass', async (kind, body, names) => {
    const { id, meta } = (await scim('POST', kind, body)).body;
    const headers = { 'if-match': meta.version as string };
    const replies = await Promise.all(
      names.map((name, index) => {
        const value = name === 'active' ? false : `race${index}`;
        return scim('PATCH', `${kind}/${id}`, { Operations: [{ op: 'replace', path: name, value }] }, { headers });
      }),
    );
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(3);
  });

  it('takes several changes at once of a user that it did not make', async () => {
    const { documentId } = (await loginTestUser(api.service(), { role: 'editor' })).user;
    const operation = (value: string) => ({ op: 'replace', path: 'displayName', value });
    const replies = await Promise.all(['a', 'b', 'c'].map((name) => patch(`Users/${documentId}`, operation(name))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
