// Writes populate parameters that show everything inside a document: components and zones at any depth, and the
// documents that it relates to.
import { componentOf, type Attribute, type AttributeHolder, type Schema } from '../../lib/schema/index.ts';

/** Each parameter is an entry for the servers, which limit entries and the length of a URL. */
const maxParameters = 60;

/**
 * The parameters for one attribute.
 *
 * @param at the parameter up to the attribute: `populate`, `populate[seo][populate]`
 * @param enclosing the components that enclose the attribute; a component inside itself is not populated again
 */
const parametersFor = (
  attribute: Attribute,
  at: string,
  schema: Schema,
  enclosing: readonly string[],
): readonly string[] => {
  if (attribute.kind === 'scalar' || attribute.private) return [];
  const place = `${at}[${attribute.name}]`;
  const inside = (uid: string, entry: string): readonly string[] => {
    if (enclosing.includes(uid)) return [`${entry}=true`];
    const below = holderParameters(componentOf(schema, uid), `${entry}[populate]`, schema, [...enclosing, uid]);
    return below.length === 0 ? [`${entry}=true`] : below;
  };
  switch (attribute.kind) {
    case 'relation':
    case 'morph':
      return [`${place}=true`];
    case 'component':
      return inside(attribute.component, place);
    case 'dynamiczone':
      return attribute.components.flatMap((uid) => inside(uid, `${place}[on][${uid}]`));
  }
};

const holderParameters = (
  { attributes }: AttributeHolder,
  at: string,
  schema: Schema,
  enclosing: readonly string[],
): readonly string[] =>
  [...attributes.values()].flatMap((attribute) => parametersFor(attribute, at, schema, enclosing));

/**
 * @returns query strings that together populate every attribute of the type; each attribute is in one of them as a whole
 */
export const populateQueries = (type: AttributeHolder, schema: Schema): readonly string[] => {
  const queries: string[][] = [];
  for (const attribute of type.attributes.values()) {
    const parameters = parametersFor(attribute, 'populate', schema, []);
    if (parameters.length === 0) continue;
    const last = queries.at(-1);
    if (last === undefined || last.length + parameters.length > maxParameters) queries.push([...parameters]);
    else last.push(...parameters);
  }
  return queries.map((parameters) => parameters.join('&'));
};
