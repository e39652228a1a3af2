// The permissions of each type, and how short permission names resolve.
import { describe, expect, test } from 'vitest';
import { unknownPermissionMessage, findPermission, permissionsIn } from '../../lib/platform/access/index.ts';
import { library as schema } from '../write/documents/library.ts';

const of = (uid: string): readonly string[] =>
  [...permissionsIn({ schema })].filter((name) => name.startsWith(`${uid}.`)).map((name) => name.slice(uid.length + 1));

test.each<[uid: string, actions: readonly string[]]>([
  ['api::book.book', ['find', 'findOne', 'create', 'update', 'delete', 'publish', 'versions']],
  ['api::home.home', ['find', 'update', 'delete', 'publish', 'versions']],
  ['plugin::users-permissions.role', ['find', 'findOne', 'createRole', 'updateRole', 'deleteRole']],
  ['plugin::upload.content-api', ['find', 'findOne', 'upload', 'destroy', 'changeFolders']],
  ['plugin::i18n.locale', ['find', 'create', 'update', 'delete']],
  ['plugin::content-releases', ['read', 'create', 'update', 'publish', 'delete']],
  ['api::nope.nope', []],
  ['plugin::upload.file', []],
])('the permissions of %s are %j', (uid, actions) => {
  expect(of(uid)).toEqual(actions);
});

describe('a name', () => {
  test.each<[input: string, name: string | undefined]>([
    ['api::book.book.find', 'api::book.book.find'],
    ['book.find', 'api::book.book.find'],
    ['plugin::users-permissions.user.me', 'plugin::users-permissions.user.me'],
    ['plugin::i18n.locales.listLocales', 'plugin::i18n.locale.find'],
    ['plugin::content-releases.create-action', 'plugin::content-releases.update'],
    ['plugin::content-releases.delete-action', 'plugin::content-releases.update'],
    ['home.create', undefined],
    ['find', undefined],
    ['', undefined],
    ['api::book.book', undefined],
    ['api::book.book.constructor', undefined],
    ['users-permissions.user.me', undefined],
  ])('%j means %j', (input, name) => {
    expect(findPermission({ schema }, input)).toBe(name);
  });

  test.each<[input: string, message: string]>([
    ['api::book.book.fnd', 'there is no permission "api::book.book.fnd"; did you mean "api::book.book.find"?'],
    ['bok.find', 'there is no permission "bok.find"; did you mean "book.find"?'],
    ['nonsense', 'there is no permission "nonsense"'],
  ])('that does not exist is refused with the nearest name: %s', (input, message) => {
    expect(unknownPermissionMessage({ schema }, input)).toBe(message);
  });
});
