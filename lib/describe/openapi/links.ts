// The schemas of links to other documents in bodies.
import type { JsonSchema } from './types.ts';
import { closed, flag, listOf, ref, text } from './words.ts';

const positive: JsonSchema = { type: 'integer', minimum: 1 };
const documentId: JsonSchema = { type: 'string', minLength: 1 };
const id = { anyOf: [documentId, positive], description: 'a documentId, or the id of a version' };

const naming = { documentId, id: positive, locale: text, status: { type: 'string', enum: ['draft', 'published'] } };
const eitherId = [{ required: ['documentId'] }, { required: ['id'] }];

const place = {
  ...{ start: flag, end: flag, before: id, after: id },
  ...{ locale: text, status: text },
};

const edits = (target: JsonSchema, connected: JsonSchema): JsonSchema => {
  const some = (of: JsonSchema): JsonSchema => ({ anyOf: [of, listOf(of), { type: 'null' }] });
  return closed({ set: some(target), connect: some(connected), disconnect: some(target) });
};

/** The schemas of a link target, and of the values of to-one and to-many relations that are made from it. */
const formsOf = (prefix: string, more: JsonSchema, required: readonly string[], bare: readonly JsonSchema[]) => {
  const object = (also: JsonSchema): JsonSchema => ({
    ...closed({ ...naming, ...more, ...also }, required),
    anyOf: eitherId,
  });
  const target = ref(`${prefix}LinkTarget`);
  const connected: JsonSchema = {
    anyOf: [...bare, object({ position: closed({ ...place, ...more }) })],
    description: 'a document, and its position: one of start, end, before and after',
  };
  const one = [target, { type: 'null' }, edits(target, connected)];
  return {
    [`${prefix}LinkTarget`]: { anyOf: [...bare, object({})] },
    [`${prefix}Link`]: { anyOf: one },
    [`${prefix}Links`]: { anyOf: [listOf(target), ...one] },
  };
};

export const linkSchemas = (types: readonly string[]): JsonSchema => ({
  ...formsOf('', {}, [], [documentId, positive]),
  LinkType: { type: 'string', enum: types },
  ...formsOf('Polymorphic', { __type: ref('LinkType') }, ['__type'], []),
});
