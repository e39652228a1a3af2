// Declares the operations on lists that users save under a name.
import {
  arrayOf,
  closedObject,
  dataAnswer,
  dateTime,
  defineContract,
  flag,
  fullObject,
  text,
} from '../../contracts/contract.ts';

const maxRoles = 20;
const maxRoleLength = 255;

/** A line of text. */
const line = <const Max extends number>(maxLength: Max) =>
  ({
    type: 'string',
    maxLength,
    // No control characters, which generators of requests know by their codes only.
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    rules: { any: `must be a line of at most ${maxLength} characters` },
  }) as const;

const changeable = {
  name: {
    type: 'string',
    trim: true,
    minLength: 1,
    maxLength: 100,
    format: 'name',
    rules: { any: 'must be one line of visible characters, at most 100' },
  },
  /** What a list shows, as the editor writes it into its address. */
  search: {
    ...closedObject({
      ...{ locale: line(20), q: line(200), sort: line(300), status: line(20) },
      ...{ filters: line(4_000), columns: line(2_000) },
    }),
    description: 'the parameters in the address of the list',
  },
  /** Each once. */
  roles: {
    type: 'array',
    maxItems: maxRoles,
    items: line(maxRoleLength),
    description:
      'types of the roles that see it, or `*` for all that may update documents of the type; empty: only the user',
    rules: { any: `must be a list of at most ${maxRoles} types of roles` },
  },
} as const;

export const typeRule = 'must be the uid of a collection type';

const type = {
  type: 'string',
  description: 'the uid of a collection type',
  rules: { any: typeRule },
} as const;

const ListView = fullObject({
  ...{ id: text, type: text, ...changeable, own: { ...flag, description: 'whether the user saved it' } },
  ...{ createdAt: dateTime, updatedAt: dateTime },
});

export const listViewContract = defineContract({
  tag: 'Editor',
  function: 'general',
  path: '/api/editor/list-views',
  access: 'editor',
  envelope: true,
  params: { id: { type: 'string', description: 'the id of a saved list' } },
  schemas: { ListView },
  operations: {
    findListViews: {
      method: 'GET',
      summary: 'Lists the saved lists of a content type that the user sees',
      query: { type },
      requiredQuery: ['type'],
      returns: 'The lists, by name',
      answer: dataAnswer(arrayOf(ListView)),
    },
    createListView: {
      method: 'POST',
      summary: 'Saves a list under a name, also for roles',
      body: closedObject({ type, ...changeable }, ['name', 'type', 'search']),
      status: 201,
      returns: 'The saved list',
      answer: dataAnswer(ListView),
    },
    updateListView: {
      method: 'PUT',
      path: '/{id}',
      summary: 'Changes a saved list',
      body: closedObject(changeable),
      returns: 'The changed list',
      answer: dataAnswer(ListView),
    },
    deleteListView: {
      method: 'DELETE',
      path: '/{id}',
      summary: 'Deletes a saved list',
      returns: 'Done',
    },
  },
});
