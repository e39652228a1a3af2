// `lectern dev` names the permission that a request needs; other programs name none.
import { afterEach, describe, expect, it } from 'vitest';
import { missingPermissionError } from '../../../cli/dev/missingPermission.ts';
import { forbidden } from '../../../lib/errors.ts';
import { requirePermission, setMissingPermissionError, type Caller } from '../../../lib/platform/access/index.ts';

const callerWith = (more: Partial<Caller>): Caller => ({
  ...{ id: 'x', kind: 'public', allowed: new Map(), view: '' },
  ...more,
});
const refuse = (caller: Caller) => () => {
  requirePermission(caller, 'create', 'api::note.note');
};

it('in production, nothing says which permission is missing', () => {
  expect(refuse(callerWith({}))).toThrow(/^Forbidden$/);
});

describe('in development', () => {
  afterEach(() => {
    setMissingPermissionError(() => forbidden());
  });

  it.each<[Partial<Caller>, string, string]>([
    [{}, 'a request without credentials', 'role allow public api::note.note.create'],
    [{ kind: 'user', role: 'member' }, 'a user with the role member', 'role allow member api::note.note.create'],
    [
      { kind: 'token', allowed: 'reading' },
      'a read-only token',
      'token create --name NAME --type custom --allow api::note.note.create',
    ],
    [{ kind: 'token' }, 'this token', 'token create --name NAME --type custom --allow api::note.note.create'],
  ])('%o: %s, %s', (more, who, command) => {
    setMissingPermissionError(missingPermissionError);
    expect(refuse(callerWith(more))).toThrow(
      `Forbidden: ${who} has no permission api::note.note.create. To give it: npx lectern ${command}. Only`,
    );
  });
});
