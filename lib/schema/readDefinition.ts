// Turns a parsed file into a definition: checks its form and fills in defaults, without looking at other files.
import { attributeType, isAttributeTypeName, optionsOf } from './attributeTypes.ts';
import type { AttributeDefinition, Definition, TypeDefinition } from './definition.ts';
import type { Findings } from './faults.ts';
import { checkAttributeForm, checkFileForm, isKebabCase, attributeTypeNames } from './checkForm.ts';
import { didYouMean } from './didYouMean.ts';
import { type ParsedFile, parseFiles, type SchemaFiles } from './parseFiles.ts';
import { readReview } from './reviewStages.ts';
import type { Fault } from './types.ts';
import { valueAt, isObject, formatValue, textAt, withoutNulls, type JsonObject } from './jsonValues.ts';

const snakeCase = (name: string): string => name.replaceAll('-', '_');

/** The keys of a schema file that Lectern or Strapi knows. */
const fileKeys: ReadonlySet<string> = new Set(
  (
    'kind collectionName info options pluginOptions attributes config indexes foreignKeys uid category modelType ' +
    'modelName globalId connection tableName actions lifecycles apiName plugin $schema description __schema__ __filename__'
  ).split(' '),
);

/**
 * @returns the definition, as far as the file can be read. It contains the names of invalid attributes too, so that
 *   references to them are no faults
 */
export const readDefinition = (parsed: ParsedFile): Findings & { readonly definition: Definition } => {
  const { file, is, stem, category, namespace } = parsed;
  const json = isObject(parsed.json) ? withoutNulls(parsed.json) : parsed.json;
  const faults = parsed.json === undefined ? [] : [...checkFileForm(is, json, file)];
  const warnings: Fault[] = isObject(json) ? unknownKeyWarnings(json, file) : [];
  const attributes = new Map<string, AttributeDefinition | undefined>();
  const declared = valueAt(json, 'attributes');
  for (const [name, value] of isObject(declared) ? Object.entries(declared) : []) {
    const found = isObject(value) ? readAttribute(name, withoutNulls(value), file) : undefined;
    attributes.set(name, found?.attribute);
    faults.push(...(found?.faults ?? []));
    warnings.push(...(found?.warnings ?? []), ...uniqueWarnings(is, name, found?.attribute, file));
  }
  const displayName = textAt(json, 'info', 'displayName') ?? textAt(json, 'info', 'name') ?? stem;
  const common = { file, displayName, attributes, readable: isObject(declared), ...readPrivateAttributes(json) };
  if (is === 'component') {
    const uid = `${category}.${stem}`;
    return { definition: { is, uid, ...common }, faults, warnings: [...warnings, ...uidWarnings(json, uid, file)] };
  }

  const declaredName = textAt(json, 'info', 'singularName') ?? stem;
  // An invalid name is replaced by the file's name, so that references to the type by that name are no faults.
  const singularName = isKebabCase(declaredName) ? declaredName : stem;
  const pluralName = textAt(json, 'info', 'pluralName') ?? '';
  const definition: Definition = {
    is,
    uid: uidOf(namespace, stem, singularName),
    ...common,
    kind: valueAt(json, 'kind') === 'singleType' ? 'singleType' : 'collectionType',
    singularName,
    pluralName,
    collectionName: textAt(json, 'collectionName') ?? snakeCase(pluralName),
    draftAndPublish: valueAt(json, 'options', 'draftAndPublish') === true,
    localized: valueAt(json, 'pluginOptions', 'i18n', 'localized') === true,
    indexes: readIndexes(json),
    ...readDefaultPopulate(json, attributes),
    ...(valueAt(json, 'options', 'history') === false ? { history: false as const } : {}),
    ...readSearch(json),
    ...(valueAt(json, 'options', 'populateCreatorFields') === true ? { creators: true as const } : {}),
    ...readReview(json),
    builtIn: false,
  };
  return { definition, faults, warnings };
};

/** As in Strapi: a project extends the type of a plugin that its folder names; other types have their own name. */
const uidOf = (namespace: string | undefined, stem: string, singularName: string): string =>
  namespace?.startsWith('plugin::') === true
    ? `${namespace}.${stem}`
    : `${namespace ?? `api::${singularName}`}.${singularName}`;

/**
 * Warns where `unique` has no effect. Equal passwords have different hashes, and one index cannot cover an attribute of a
 * component in all places that use the component.
 */
const uniqueWarnings = (
  is: Definition['is'],
  name: string,
  attribute: AttributeDefinition | undefined,
  file: string,
): readonly Fault[] => {
  const inComponent = is === 'component';
  if (attribute?.unique !== true || (!inComponent && attribute.type !== 'password')) return [];
  const message = `is not enforced ${inComponent ? 'inside components' : 'for passwords'}, and is ignored`;
  return [{ file, path: `attributes.${name}.unique`, message }];
};

/** Warns of a uid in the file: the path of the file alone names a component. */
const uidWarnings = (json: unknown, uid: string, file: string): readonly Fault[] => {
  const declaredUid = textAt(json, 'uid');
  const message = `is ignored: by its place in the folder the component is "${uid}", not "${declaredUid ?? ''}"`;
  return declaredUid === undefined || declaredUid === uid ? [] : [{ file, path: 'uid', message }];
};

/** `options.privateAttributes`, another way to make attributes private. */
const readPrivateAttributes = (json: unknown): { readonly privateAttributes: readonly string[] } => {
  const names = valueAt(json, 'options', 'privateAttributes');
  return { privateAttributes: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [] };
};

/** The valid part of `options.indexes`; the check of the form has reported the rest. */
const readIndexes = (json: unknown): readonly (readonly string[])[] => {
  const declared = valueAt(json, 'options', 'indexes');
  const isKey = (key: unknown): key is readonly string[] =>
    Array.isArray(key) && key.every((name) => typeof name === 'string');
  return Array.isArray(declared) ? declared.filter(isKey) : [];
};

/** The valid part of `options.search`; the check of the form has reported the rest. */
const readSearch = (json: unknown): Pick<TypeDefinition, 'search'> => {
  const declared = valueAt(json, 'options', 'search');
  if (!isObject(declared)) return {};
  const weights = Object.entries(declared).flatMap(([name, weight]) =>
    typeof weight === 'number' ? [[name, weight] as const] : [],
  );
  return { search: Object.fromEntries(weights) };
};

/** The actions that can have a default populate of their own, unless an attribute has that name. */
const populateActions = ['find', 'findOne'];

/**
 * `options.populate`: one populate for all reads, or, of a collection, one for lists (`find`) and one for single documents
 * (`findOne`). Only the code that reads queries can check it: `lib/read/query/defaultPopulate.ts`.
 */
const readDefaultPopulate = (
  json: unknown,
  attributes: ReadonlyMap<string, unknown>,
): Pick<TypeDefinition, 'defaultPopulate' | 'populateMode'> => {
  const populate = valueAt(json, 'options', 'populate');
  if (populate === undefined || populate === null) return {};
  const mode = valueAt(json, 'options', 'populateMode') === 'always' ? ({ populateMode: 'always' } as const) : {};
  if (valueAt(json, 'kind') === 'singleType') return { defaultPopulate: { find: populate }, ...mode };
  const isByAction =
    isObject(populate) &&
    Object.keys(populate).every((name) => populateActions.includes(name) && !attributes.has(name));
  return { defaultPopulate: isByAction ? populate : { find: populate, findOne: populate }, ...mode };
};

const unknownKeyWarnings = (json: JsonObject, file: string): Fault[] =>
  Object.keys(json)
    .filter((key) => !fileKeys.has(key))
    .map((path) => ({ file, path, message: `is not known and is ignored${didYouMean(path, fileKeys)}` }));

interface AttributeResult extends Findings {
  readonly attribute?: AttributeDefinition;
}

const readAttribute = (name: string, declared: JsonObject, file: string): AttributeResult => {
  const path = `attributes.${name}`;
  const type = valueAt(declared, 'type');
  if (type === 'customField') {
    const message = `custom field ${formatValue(valueAt(declared, 'customField'))} is kept as json; to keep it as something else, write its type, such as "string"`;
    const read = readAttribute(name, { ...declared, type: 'json' }, file);
    return { ...read, warnings: [{ file, path: `${path}.type`, message }, ...read.warnings] };
  }
  if (typeof type !== 'string' || !isAttributeTypeName(type)) {
    const message =
      type === undefined
        ? `is missing; write one of ${attributeTypeNames.join(', ')}`
        : typeof type !== 'string'
          ? `write one of ${attributeTypeNames.join(', ')}, not ${formatValue(type)}`
          : unknownTypeMessage(type);
    return { faults: [{ file, path: `${path}.type`, message }], warnings: [] };
  }
  const options = optionsOf(type);
  const custom = Object.hasOwn(declared, 'customField');
  const warnings = Object.keys(declared)
    .filter((option) => !custom && !Object.hasOwn(options, option))
    .map((option) => ({
      file,
      path: `${path}.${option}`,
      message: `${attributeType(type).kind === 'scalar' ? `a ${type}` : type} has no such option; it is ignored${didYouMean(option, Object.keys(options))}`,
    }));
  const checked = checkAttributeForm(type, declared, path, file);
  return 'attribute' in checked
    ? { attribute: checked.attribute, faults: [], warnings }
    : { faults: checked.faults, warnings };
};

const unknownTypeMessage = (type: string): string => {
  const near = didYouMean(type, attributeTypeNames);
  return `there is no type "${type}"${near === '' ? `; write one of ${attributeTypeNames.join(', ')}` : near}`;
};

/** @returns the path of the file of the type with this uid; undefined if no file declares it */
export const fileOfType = (files: SchemaFiles, uid: string): string | undefined =>
  parseFiles(files)
    .parsed.map((parsed) => readDefinition(parsed).definition)
    .find((definition) => definition.uid === uid)?.file;
