// Creates the schema files of a new content type or component and checks them together with the existing files.
import plur from 'plur';
import { errorMessage } from '../../lib/errors.ts';
import { indexLimitFaults } from '../../lib/platform/db/index.ts';
import {
  buildSchema,
  fileOfType,
  formatFault,
  isKebabCase,
  isObject,
  ownLayout,
  parseJsonText,
  type AttributeTypeName,
  type Fault,
  type FolderLayout,
  type SchemaFiles,
} from '../../lib/schema/index.ts';
import { buildAttribute, type NewHolder, type Inverse, type NewAttribute } from './buildAttribute.ts';
import { parseAttribute, type ParsedAttribute } from './parseAttribute.ts';

/** The properties of a new type, besides its attributes. */
export interface TypeOptions {
  readonly single: boolean;
  readonly drafts: boolean;
  readonly localized: boolean;
  /** Whether visitors search its texts. */
  readonly search: boolean;
  /** Undefined: the English plural. */
  readonly plural?: string | undefined;
}

/** The text of new and changed files, by their path in the folder. */
export type ChangedFiles = SchemaFiles;

/** Formats JSON with short lists on one line. */
const formatJson = (json: unknown): string => {
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- JSON.stringify wrote the text, on the machine of its author
  const text = JSON.stringify(json, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (list, values: string) => {
    const line = `[${values.replace(/,\n\s+/g, ', ')}]`;
    return line.length > 100 ? list : line;
  });
  return `${text}\n`;
};

const displayNameOf = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const toSnakeCase = (name: string): string => name.replaceAll('-', '_');

const combinedError = (lines: readonly string[]): Error => new Error([...new Set(lines)].join('\n'));

/** @throws Error with one line per item that `make` throws for */
const mapOrThrowAll = <T, U>(items: readonly T[], make: (item: T, index: number) => U): readonly U[] => {
  const faults: string[] = [];
  const made = items.flatMap((item, index) => {
    try {
      return [make(item, index)];
    } catch (error) {
      faults.push(errorMessage(error));
      return [];
    }
  });
  if (faults.length > 0) throw combinedError(faults);
  return made;
};

type NamedAttributes = readonly (readonly [string, NewAttribute])[];

const buildAttributes = (all: readonly ParsedAttribute[], holder: NewHolder): NamedAttributes =>
  mapOrThrowAll(all, (parsed, index) => {
    if (all.findIndex(({ name }) => name === parsed.name) < index)
      throw new Error(`${parsed.argument}: there is a "${parsed.name}" already`);
    return [parsed.name, buildAttribute(parsed, holder)];
  });

/** @returns the file of the relation's target with the inverse side added */
const addInverse = (files: SchemaFiles, { target, name, definition }: Inverse): ChangedFiles => {
  const file = fileOfType(files, target) ?? '';
  const read = parseJsonText(files[file] ?? '');
  // If the type does not exist, the schema check reports it.
  if (!('value' in read) || !isObject(read.value) || !isObject(read.value.attributes)) return {};
  if (Object.hasOwn(read.value.attributes, name))
    throw new Error(`${file} has an attribute "${name}" already; choose another name for the inverse side`);
  return { [file]: formatJson({ ...read.value, attributes: { ...read.value.attributes, [name]: definition } }) };
};

/** Formats a fault; if it concerns a new attribute, with the command-line argument in place of the path. */
const formatSchemaFault = (fault: Fault, file: string, all: readonly ParsedAttribute[]): string => {
  const [, name, option] = /^attributes\.([^.]+)(?:\.(.*))?$/.exec(fault.path) ?? [];
  const parsed = fault.file === file ? all.find((one) => one.name === name) : undefined;
  return parsed === undefined
    ? formatFault(fault)
    : `${parsed.argument}: ${option ?? ''}${option === undefined ? '' : ': '}${fault.message}`;
};

const checkFiles = (
  files: SchemaFiles,
  file: string,
  json: object,
  all: readonly ParsedAttribute[],
  inverses: readonly Inverse[],
) => {
  if (files[file] !== undefined) throw new Error(`${file} exists already: nothing was written`);
  const written = inverses.reduce<ChangedFiles>(
    (before, inverse) => ({ ...before, ...addInverse({ ...files, ...before }, inverse) }),
    { [file]: formatJson(json) },
  );
  const { schema, faults, warnings } = buildSchema({ ...files, ...written });
  // What is read otherwise in a project of Strapi is a fault of a new attribute.
  const unread = warnings.filter((one) => one.file === file && one.path.startsWith('attributes.'));
  const found = schema === undefined ? faults : [...unread, ...indexLimitFaults(schema)];
  if (found.length > 0) throw combinedError(found.map((fault) => formatSchemaFault(fault, file, all)));
  return written;
};

const inversesOf = (made: NamedAttributes): readonly Inverse[] =>
  made.flatMap(([, { inverse }]) => (inverse === undefined ? [] : [inverse]));

const definitionsOf = (made: NamedAttributes): object =>
  Object.fromEntries(made.map(([name, { definition }]) => [name, definition]));

/** What a word in an attribute counts: a title more than a long text. */
const searchWeights: Partial<Record<AttributeTypeName, number>> = { string: 10, text: 3, richtext: 3, blocks: 3 };

const searchOfParsed = (parsed: readonly ParsedAttribute[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    parsed.flatMap(({ name, type, options }) => {
      const weight = searchWeights[type];
      return weight === undefined || options.has('private') ? [] : [[name, weight]];
    }),
  );

/**
 * @param attributeArguments as for `newType`
 * @returns the attributes that `search` adds to searches, with their weights
 */
export const searchOf = (attributeArguments: readonly string[]): Readonly<Record<string, number>> =>
  searchOfParsed(attributeArguments.map(parseAttribute));

/**
 * @param files the files of the folder
 * @param name the singular name of the type, `blog-post`
 * @param attributeArguments the attribute arguments of the command line
 * @param layout of the folder
 * @returns the files to write; with them the folder has no fault
 * @throws Error with one line per fault, each with the argument that causes it
 */
export const newType = (
  files: SchemaFiles,
  name: string,
  attributeArguments: readonly string[],
  options: TypeOptions,
  layout: FolderLayout = ownLayout,
): ChangedFiles => {
  if (!isKebabCase(name))
    throw new Error(`${name}: a type name has lowercase letters, digits and single dashes, such as blog-post`);
  const pluralName = options.plural ?? plur(name);
  if (pluralName === name)
    throw new Error(`${name} is its own plural: set another with --plural, such as --plural ${name}-items`);
  const { single, drafts, localized } = options;
  const parsed = mapOrThrowAll(attributeArguments, parseAttribute);
  const search = options.search ? searchOfParsed(parsed) : undefined;
  if (search !== undefined && Object.keys(search).length === 0)
    throw new Error(
      `${name} has no string, text, richtext or blocks attribute to search: add one, or leave --search away`,
    );
  const attributes = buildAttributes(parsed, { uid: `api::${name}.${name}`, localized });
  const json = {
    kind: single ? 'singleType' : 'collectionType',
    collectionName: toSnakeCase(pluralName),
    info: { singularName: name, pluralName, displayName: displayNameOf(name) },
    options: { draftAndPublish: drafts, ...(search === undefined ? {} : { search }) },
    pluginOptions: localized ? { i18n: { localized } } : {},
    attributes: definitionsOf(attributes),
  };
  return checkFiles(files, layout.typePath(name), json, parsed, inversesOf(attributes));
};

/**
 * @param uid the uid of the component, `shared.quote`
 * @returns the files to write, as `newType`
 * @throws Error as `newType`
 */
export const newComponent = (
  files: SchemaFiles,
  uid: string,
  attributeArguments: readonly string[],
  layout: FolderLayout = ownLayout,
): ChangedFiles => {
  const [category = '', name = '', ...more] = uid.split('.');
  if (!isKebabCase(category) || !isKebabCase(name) || more.length > 0)
    throw new Error(`${uid}: write a component as its category and its name, such as shared.quote`);
  const parsed = mapOrThrowAll(attributeArguments, parseAttribute);
  const attributes = buildAttributes(parsed, { uid: undefined, localized: false });
  const json = {
    collectionName: `components_${toSnakeCase(category)}_${toSnakeCase(plur(name))}`,
    info: { displayName: displayNameOf(name) },
    options: {},
    attributes: definitionsOf(attributes),
  };
  return checkFiles(files, layout.componentPath(category, name), json, parsed, []);
};
