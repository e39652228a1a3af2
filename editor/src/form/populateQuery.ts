// The query that reads a whole document: its components, files and links to any depth.
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';

export type Parameters = Readonly<Record<string, string | boolean>>;

type Context = readonly [schema: EditorSchema, prefix: string];

/** The title of a linked document; nothing is known of the types of a polymorphic relation. */
const relation = (schema: EditorSchema, { target }: Attribute, key: string): Parameters => {
  const main = target === undefined ? undefined : schema.targets.get(target)?.mainAttribute;
  if (main === undefined) return { [key]: true };
  return { [`${key}[fields][0]`]: main };
};

const component = (schema: EditorSchema, uid: string, key: string): Parameters => {
  const inner = populate([schema, `${key}[populate]`], schema.components.get(uid)?.attributes ?? {});
  return Object.keys(inner).length === 0 ? { [key]: true } : inner;
};

const parametersOf = (schema: EditorSchema, attribute: Attribute, key: string): Parameters => {
  switch (kindOf(attribute)) {
    case 'scalar':
    case 'password':
      return {};
    case 'file':
    case 'files':
      return { [key]: true };
    case 'relation':
      return relation(schema, attribute, key);
    case 'component':
    case 'components':
      return component(schema, attribute.component ?? '', key);
    case 'zone':
      return Object.assign(
        {},
        ...(attribute.components ?? []).map((uid) => component(schema, uid, `${key}[on][${uid}]`)),
      ) as Parameters;
  }
};

const populate = ([schema, prefix]: Context, attributes: Attributes): Parameters =>
  Object.assign(
    {},
    ...Object.entries(attributes).map(([name, attribute]) => parametersOf(schema, attribute, `${prefix}[${name}]`)),
  ) as Parameters;

/** @returns the parameters that make an answer contain everything that the form shows; `fromAnswer` reads it */
export const populateQuery = ({ attributes }: Pick<ContentType, 'attributes'>, schema: EditorSchema): Parameters => {
  const parameters = populate([schema, 'populate'], attributes);
  // An empty value turns off the type's own default.
  return Object.keys(parameters).length === 0 ? { populate: '' } : parameters;
};
