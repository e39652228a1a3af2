// Turns a parsed file into a definition: checks its form and fills in defaults, without looking at other files.
import { attributeType, isAttributeTypeName, optionsOf } from './attributeTypes.ts';
import type { AttributeDefinition, Definition } from './definition.ts';
import type { Findings } from './faults.ts';
import { checkAttribute, checkFile, isKebab, typeNames } from './form.ts';
import { didYouMean } from './near.ts';
import type { ParsedFile } from './parse.ts';
import type { Fault } from './types.ts';
import { at, isObject, show, textAt, withoutNulls, type JsonObject } from './values.ts';

const snake = (name: string): string => name.replaceAll('-', '_');

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
export const define = (parsed: ParsedFile): Findings & { readonly definition: Definition } => {
  const { file, is, stem, category } = parsed;
  const json = isObject(parsed.json) ? withoutNulls(parsed.json) : parsed.json;
  const faults = parsed.json === undefined ? [] : [...checkFile(is, json, file)];
  const warnings: Fault[] = isObject(json) ? unknownKeys(json, file) : [];
  const attributes = new Map<string, AttributeDefinition | undefined>();
  const given = at(json, 'attributes');
  for (const [name, value] of isObject(given) ? Object.entries(given) : []) {
    const found = isObject(value) ? readAttribute(name, withoutNulls(value), file) : undefined;
    attributes.set(name, found?.attribute);
    faults.push(...(found?.faults ?? []));
    warnings.push(...(found?.warnings ?? []), ...notHeld(is, name, found?.attribute, file));
  }
  const displayName = textAt(json, 'info', 'displayName') ?? textAt(json, 'info', 'name') ?? stem;
  const common = { file, displayName, attributes, readable: isObject(given), ...privacy(json) };
  if (is === 'component') {
    const uid = `${category}.${stem}`;
    return { definition: { is, uid, ...common }, faults, warnings: [...warnings, ...misplaced(json, uid, file)] };
  }

  const named = textAt(json, 'info', 'singularName') ?? stem;
  // An invalid name is replaced by the file's name, so that references to the type by that name are no faults.
  const singularName = isKebab(named) ? named : stem;
  const pluralName = textAt(json, 'info', 'pluralName') ?? '';
  const definition: Definition = {
    is,
    uid: `api::${singularName}.${singularName}`,
    ...common,
    kind: at(json, 'kind') === 'singleType' ? 'singleType' : 'collectionType',
    singularName,
    pluralName,
    collectionName: textAt(json, 'collectionName') ?? snake(pluralName),
    draftAndPublish: at(json, 'options', 'draftAndPublish') === true,
    localized: at(json, 'pluginOptions', 'i18n', 'localized') === true,
    indexes: declaredIndexes(json),
    builtIn: false,
  };
  return { definition, faults, warnings };
};

/**
 * Warns where `unique` has no effect. Equal passwords have different hashes, and one index cannot cover an attribute of a
 * component in all places that use the component.
 */
const notHeld = (
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
const misplaced = (json: unknown, uid: string, file: string): readonly Fault[] => {
  const said = textAt(json, 'uid');
  const message = `is ignored: by its place in the folder the component is "${uid}", not "${said ?? ''}"`;
  return said === undefined || said === uid ? [] : [{ file, path: 'uid', message }];
};

/** `options.privateAttributes`, another way to make attributes private. */
const privacy = (json: unknown): { readonly privateAttributes: readonly string[] } => {
  const names = at(json, 'options', 'privateAttributes');
  return { privateAttributes: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [] };
};

/** The valid part of `options.indexes`; the check of the form has reported the rest. */
const declaredIndexes = (json: unknown): readonly (readonly string[])[] => {
  const given = at(json, 'options', 'indexes');
  const isKey = (key: unknown): key is readonly string[] =>
    Array.isArray(key) && key.every((name) => typeof name === 'string');
  return Array.isArray(given) ? given.filter(isKey) : [];
};

const unknownKeys = (json: JsonObject, file: string): Fault[] =>
  Object.keys(json)
    .filter((key) => !fileKeys.has(key))
    .map((path) => ({ file, path, message: `is not known and is ignored${didYouMean(path, fileKeys)}` }));

interface Read extends Findings {
  readonly attribute?: AttributeDefinition;
}

const readAttribute = (name: string, given: JsonObject, file: string): Read => {
  const path = `attributes.${name}`;
  const type = at(given, 'type');
  if (type === 'customField') {
    const message = `custom field ${show(at(given, 'customField'))} is kept as json; to keep it as something else, write its type, such as "string"`;
    const read = readAttribute(name, { ...given, type: 'json' }, file);
    return { ...read, warnings: [{ file, path: `${path}.type`, message }, ...read.warnings] };
  }
  if (typeof type !== 'string' || !isAttributeTypeName(type)) {
    const message =
      type === undefined
        ? `is missing; write one of ${typeNames.join(', ')}`
        : typeof type !== 'string'
          ? `write one of ${typeNames.join(', ')}, not ${show(type)}`
          : unknownType(type);
    return { faults: [{ file, path: `${path}.type`, message }], warnings: [] };
  }
  const options = optionsOf(type);
  const custom = Object.hasOwn(given, 'customField');
  const warnings = Object.keys(given)
    .filter((option) => !custom && !Object.hasOwn(options, option))
    .map((option) => ({
      file,
      path: `${path}.${option}`,
      message: `${attributeType(type).kind === 'scalar' ? `a ${type}` : type} has no such option; it is ignored${didYouMean(option, Object.keys(options))}`,
    }));
  const checked = checkAttribute(type, given, path, file);
  return 'attribute' in checked
    ? { attribute: checked.attribute, faults: [], warnings }
    : { faults: checked.faults, warnings };
};

const unknownType = (type: string): string => {
  const near = didYouMean(type, typeNames);
  return `there is no type "${type}"${near === '' ? `; write one of ${typeNames.join(', ')}` : near}`;
};
