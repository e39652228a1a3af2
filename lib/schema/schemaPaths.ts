// Says what a schema file declares by its path, in Lectern's own layout and in that of a Strapi project.

/** What the path of a schema file says. */
export interface SchemaPath {
  readonly is: 'type' | 'component';
  /** The name of the file, or in a Strapi project of the type's folder. */
  readonly stem: string;
  /** The folder of a component; empty for types, and for a component outside of any folder. */
  readonly category: string;
  /** The start of a type's uid, such as `api::blog`; undefined where the type's name decides. */
  readonly namespace: string | undefined;
}

const typeFile = /^([^/]+)\.json$/;
const componentFile = /^(?:src\/)?components\/(?:([^/]+)\/)?([^/]+)\.json$/;
const projectTypeFile = /^(?:src\/)?(api|extensions)\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/;

/** As in Strapi: a folder of an API whose name is not in kebab-case has that name in uids. */
const toKebabCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();

const viewFile = /^(.*\/)?(?:([^/]+)\.view|view)\.json$/;

/**
 * @param path `article.view.json`, `components/shared/seo.view.json`, `src/api/blog/content-types/post/view.json`
 * @returns the path of the schema file that the view belongs to; undefined for a path that is none of a view
 */
export const schemaPathOfView = (path: string): string | undefined => {
  const [, folder = '', stem] = viewFile.exec(path) ?? [];
  if (stem !== undefined) return `${folder}${stem}.json`;
  return projectTypeFile.test(`${folder}schema.json`) && path === `${folder}view.json`
    ? `${folder}schema.json`
    : undefined;
};

/** @returns the path of the view of a schema file */
export const viewPathOf = (schemaPath: string): string =>
  projectTypeFile.test(schemaPath)
    ? schemaPath.replace(/schema\.json$/, 'view.json')
    : schemaPath.replace(/\.json$/, '.view.json');

/**
 * @param path `article.json`, `components/shared/seo.json`, `src/api/blog/content-types/post/schema.json`
 * @returns undefined for a path that no schema file has
 */
export const parseSchemaPath = (path: string): SchemaPath | undefined => {
  if (schemaPathOfView(path) !== undefined) return undefined;
  const [, category = '', component] = componentFile.exec(path) ?? [];
  if (component !== undefined) return { is: 'component', stem: component, category, namespace: undefined };
  const [, kind, folder = '', type] = projectTypeFile.exec(path) ?? [];
  if (type !== undefined) {
    const namespace = kind === 'api' ? `api::${toKebabCase(folder)}` : `plugin::${folder}`;
    return { is: 'type', stem: type, category: '', namespace };
  }
  const [, stem] = typeFile.exec(path) ?? [];
  return stem === undefined ? undefined : { is: 'type', stem, category: '', namespace: undefined };
};

/** Where the schema files of a folder are. */
export interface FolderLayout {
  /** The folders that contain schema files, from the folder itself. */
  readonly roots: readonly string[];
  /** The path of the file of a type with this singular name. */
  readonly typePath: (name: string) => string;
  readonly componentPath: (category: string, name: string) => string;
}

/** Lectern's own layout: `article.json`, `components/shared/seo.json`. */
export const ownLayout: FolderLayout = {
  roots: [''],
  typePath: (name) => `${name}.json`,
  componentPath: (category, name) => `components/${category}/${name}.json`,
};

/**
 * The layout of a Strapi project.
 *
 * @param source the path of its `src` from the folder: `src/`, or empty if the folder is `src` itself
 */
export const strapiLayout = (source: 'src/' | ''): FolderLayout => ({
  roots: ['api', 'components', 'extensions'].map((name) => `${source}${name}`),
  typePath: (name) => `${source}api/${name}/content-types/${name}/schema.json`,
  componentPath: (category, name) => `${source}${ownLayout.componentPath(category, name)}`,
});
