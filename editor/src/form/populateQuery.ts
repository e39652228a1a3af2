// The query that reads a whole document: its components, files and links to any depth.
import { kindOf } from '../schema/kindOf.ts';
import type { Attribute, Attributes, ContentType, EditorSchema } from '../schema/types.ts';

export type Parameters = Readonly<Record<string, string | boolean>>;

/** CloudFront accepts 8,192 bytes of an address. */
const maxCharacters = 7_000;

/** A query up to a level; components may contain themselves. `entries` counts what the API counts. */
interface Populated {
  readonly parameters: Parameters;
  readonly entries: number;
}

const merge = (parts: readonly Populated[]): Populated => ({
  parameters: Object.assign({}, ...parts.map(({ parameters }) => parameters)) as Parameters,
  entries: parts.reduce((sum, { entries }) => sum + entries, 0),
});

const nothing = merge([]);

/** The title of a linked document; nothing is known of the types of a polymorphic relation. */
const relation = (schema: EditorSchema, { target }: Attribute, key: string): Parameters => {
  const main = target === undefined ? undefined : schema.targets.get(target)?.mainAttribute;
  if (main === undefined) return { [key]: true };
  return { [`${key}[fields][0]`]: main };
};

const component = (schema: EditorSchema, uid: string, key: string, levels: number): Populated => {
  const { attributes = {} } = schema.components.get(uid) ?? {};
  const inner = levels > 1 ? populate(schema, attributes, `${key}[populate]`, levels - 1) : nothing;
  return inner.entries === 0
    ? { parameters: { [key]: true }, entries: 1 }
    : { parameters: inner.parameters, entries: inner.entries + 1 };
};

const parametersOf = (schema: EditorSchema, attribute: Attribute, key: string, levels: number): Populated => {
  switch (kindOf(attribute)) {
    case 'scalar':
    case 'password':
      return nothing;
    case 'file':
    case 'files':
      return { parameters: { [key]: true }, entries: 1 };
    case 'relation':
      return { parameters: relation(schema, attribute, key), entries: 1 };
    case 'component':
    case 'components':
      return component(schema, attribute.component ?? '', key, levels);
    case 'zone':
      return merge((attribute.components ?? []).map((uid) => component(schema, uid, `${key}[on][${uid}]`, levels)));
  }
};

const populate = (schema: EditorSchema, attributes: Attributes, key: string, levels: number): Populated =>
  merge(
    Object.entries(attributes).map(([name, attribute]) => parametersOf(schema, attribute, `${key}[${name}]`, levels)),
  );

const isAllowed = ({ limits }: EditorSchema, { parameters, entries }: Populated): boolean =>
  entries <= limits.maxPopulated &&
  new URLSearchParams(parameters as Record<string, string>).toString().length <= maxCharacters;

/** One level of as many attributes as the limits permit: the form shows the others without their values, and keeps them. */
const populateSome = (schema: EditorSchema, attributes: Attributes): Populated =>
  Object.entries(attributes).reduce((query, [name, attribute]) => {
    const more = merge([query, parametersOf(schema, attribute, `populate[${name}]`, 1)]);
    return isAllowed(schema, more) ? more : query;
  }, nothing);

/**
 * @returns the parameters that make an answer contain everything that the form shows, as deep as the limits of the API permit;
 *   `fromAnswer` reads it
 */
export const populateQuery = ({ attributes }: Pick<ContentType, 'attributes'>, schema: EditorSchema): Parameters => {
  let deepest = populate(schema, attributes, 'populate', 1);
  if (!isAllowed(schema, deepest)) deepest = populateSome(schema, attributes);
  else
    for (let levels = 2; levels <= schema.limits.maxDepth; levels += 1) {
      const deeper = populate(schema, attributes, 'populate', levels);
      if (deeper.entries === deepest.entries || !isAllowed(schema, deeper)) break;
      deepest = deeper;
    }
  // An empty value turns off the type's own default.
  return deepest.entries === 0 ? { populate: '' } : deepest.parameters;
};
