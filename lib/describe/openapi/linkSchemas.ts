// The schemas of links to other documents in bodies.
import type { SchemaObject } from './types.ts';
import { closedObject, booleanSchema, arrayOf, nullable, schemaRef, text } from './schemaParts.ts';

const positive: SchemaObject = { type: 'integer', minimum: 1 };
const documentId: SchemaObject = { type: 'string', minLength: 1 };
const id = { anyOf: [documentId, positive], description: 'a documentId, or the id of a version' };

const targetProperties = {
  documentId,
  id: positive,
  locale: text,
  status: { type: 'string', enum: ['draft', 'published'] },
};
const eitherId = [{ required: ['documentId'] }, { required: ['id'] }];

const positionProperties = {
  ...{ start: booleanSchema, end: booleanSchema, before: id, after: id },
  ...{ locale: text, status: text },
};

/** As in Strapi, both texts mean the end. */
const positionText: SchemaObject = { type: 'string', enum: ['start', 'end'], description: 'the end' };

const linkEdits = (target: SchemaObject, connected: SchemaObject): SchemaObject => {
  const oneOrMany = (of: SchemaObject): SchemaObject => ({ anyOf: [of, arrayOf(of), { type: 'null' }] });
  return closedObject({
    ...{ set: oneOrMany(target), connect: oneOrMany(connected), disconnect: oneOrMany(target) },
    options: nullable(schemaRef('LinkOptions')),
  });
};

/** The schemas of a link target, and of the values of to-one and to-many relations that are made from it. */
const linkForms = (
  prefix: string,
  moreProperties: SchemaObject,
  required: readonly string[],
  bareForms: readonly SchemaObject[],
) => {
  const object = (also: SchemaObject): SchemaObject => ({
    ...closedObject({ ...targetProperties, ...moreProperties, ...also }, required),
    anyOf: eitherId,
  });
  const target = schemaRef(`${prefix}LinkTarget`);
  const position = closedObject({ ...positionProperties, ...moreProperties });
  const connected: SchemaObject = {
    anyOf: [...bareForms, object({ position: { anyOf: [position, positionText] } })],
    description: 'a document, and its position: one of start, end, before and after',
  };
  const one = [target, { type: 'null' }, linkEdits(target, connected)];
  return {
    [`${prefix}LinkTarget`]: { anyOf: [...bareForms, object({})] },
    [`${prefix}Link`]: { anyOf: one },
    [`${prefix}Links`]: { anyOf: [arrayOf(target), ...one] },
  };
};

export const linkSchemas = (types: readonly string[]): SchemaObject => ({
  ...linkForms('', {}, [], [documentId, positive]),
  LinkOptions: closedObject({ strict: booleanSchema }),
  LinkType: { type: 'string', enum: types },
  ...linkForms('Polymorphic', { __type: schemaRef('LinkType') }, ['__type'], []),
});
