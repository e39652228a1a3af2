// Which hooks on writes a project may define.
import { expect, it } from 'vitest';
import { compileExtensions, hasWriteHooks } from '../../../lib/platform/extensions/index.ts';
import { builtInUids } from '../../../lib/schema/index.ts';
import { schemaOf, typeFile } from '../../setup/schema.ts';

const schema = schemaOf({ 'note.json': typeFile('note', { title: { type: 'string' } }) });

const compile = (uid: string, extension: object) =>
  compileExtensions(schema, [{ file: 'extensions/a.ts', definition: { types: { [uid]: extension } } }]);

const hook = (): void => undefined;

it.each(['api::note.note', builtInUids.user, builtInUids.file])('hooks can be on %s', (uid) => {
  expect(hasWriteHooks(compile(uid, { validate: hook }))).toBe(true);
});

it.each<[name: string, uid: string, extension: object, message: string]>([
  ['on roles', builtInUids.role, { beforeDelete: hook }, 'cannot be on plugin::users-permissions.role'],
  ['that are no functions', 'api::note.note', { beforeWrite: {} }, 'must be a function'],
])('hooks %s are refused', (_name, uid, extension, message) => {
  expect(() => compile(uid, extension)).toThrow(message);
});

it('other extensions are no hooks on writes', () => {
  expect(hasWriteHooks(compile('api::note.note', { canRead: () => true }))).toBe(false);
  expect(hasWriteHooks(undefined)).toBe(false);
});
