// Lists the requests whose answers are compared.
import { builtInUids, typeOf, type ContentType, type Schema } from '../../lib/schema/index.ts';
import { populateQueries } from './populateQueries.ts';

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
