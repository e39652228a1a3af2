import { expect, test } from 'vitest';
import { permissions } from '../../../editor/src/messages/en/permissions.ts';
import { permissionsIn } from '../../../lib/platform/access/index.ts';
import { schemaOf } from '../../setup/schema.ts';

test('the editor has words for each permission that is not on content, and for no other', () => {
  const names = [...permissionsIn({ schema: schemaOf({}) })].filter((name) => !name.startsWith('api::'));
  const known = names.map((name) => name.split(/[.:]+/).slice(-2).join('.'));
  const described = Object.entries(permissions.actions).flatMap(([part, actions]) =>
    Object.keys(actions).map((action) => `${part}.${action}`),
  );
  expect(described.toSorted()).toEqual(known.toSorted());
  expect(Object.keys(permissions.parts)).toEqual(Object.keys(permissions.actions));
});
