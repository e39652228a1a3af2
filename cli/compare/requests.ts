// Lists the requests whose answers are compared, with the populate queries of each type.
import {
  builtInUids,
  typeOf,
  type ContentType,
  type Schema,
  componentOf,
  type Attribute,
  type AttributeHolder,
} from '../../lib/schema/index.ts';

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
const populateQueries = (type: AttributeHolder, schema: Schema): readonly string[] => {
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

/** The documents of a type in one locale and one version. */
export interface Scope {
  readonly type: ContentType;
  /** `/api/articles`. */
  readonly path: string;
  /** What the requests ask of the type, with `&` between the parameters. */
  readonly query: string;
  /** `drafts of articles in fr`, for messages. */
  readonly label: string;
  readonly isDraft: boolean;
}

/** @param locales the codes to compare; empty: only the default one */
export const scopesOf = ({ served }: Schema, locales: readonly string[]): readonly Scope[] =>
  [...served].flatMap(([name, type]) => {
    const chosenLocales = type.localized && locales.length > 0 ? locales : [undefined];
    const versions = type.draftAndPublish ? (['published', 'draft'] as const) : (['published'] as const);
    return versions.flatMap((status) =>
      chosenLocales.map((locale): Scope => {
        const isDraft = status === 'draft';
        const parameters = [
          isDraft ? 'status=draft' : '',
          locale === undefined ? '' : `locale=${encodeURIComponent(locale)}`,
        ];
        return {
          type,
          path: `/api/${name}`,
          query: parameters.filter((parameter) => parameter !== '').join('&'),
          label: `${isDraft ? 'drafts of ' : ''}${name}${locale === undefined ? '' : ` in ${locale}`}`,
          isDraft,
        };
      }),
    );
  });

/** Joins parameters to a path. */
export const pathWith = (path: string, ...parameters: readonly string[]): string => {
  const query = parameters.filter((parameter) => parameter !== '').join('&');
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
};

/** What the requests for the documents of a type populate: one level, then everything inside the documents. */
export const populatesOf = (type: ContentType, schema: Schema): readonly string[] => [
  'populate=*',
  ...populateQueries(type, schema),
];

/** The type of the documents that a path of a request answers; undefined if the schema does not tell. */
export const typeOfPath = (path: string, schema: Schema): ContentType | undefined => {
  const [, name = '', more = ''] = /^\/api\/([^/?]+)(?:\/([^/?]+))?/.exec(path) ?? [];
  if (name === 'upload' && more === 'files') return typeOf(schema, builtInUids.file);
  if (name === 'users') return typeOf(schema, builtInUids.user);
  return schema.served.get(name);
};
