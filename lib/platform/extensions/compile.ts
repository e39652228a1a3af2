// Checks the extensions of a project against its content types, and combines them.
import { didYouMean, isObject, SchemaError, type Schema } from '../../schema/index.ts';
import { checkReads, readNames, checkHooks, hookNames, keysOf } from './checkTypeExtensions.ts';
import { checkRouteDefinitions } from './checkRoutes.ts';
import type { Extension, TypeExtension } from './defineExtension.ts';
import { type EventName, eventNames } from '../eventNames.ts';
import type { EventHandler } from './events.ts';
import type { RouteDefinition } from './routes.ts';

/**
 * @param on what the extension has under `on`
 * @param report receives each fault with its path
 */
const checkEventHandlers = (on: unknown, report: (path: string, message: string) => void): void => {
  if (on === undefined) return;
  if (!isObject(on)) {
    report('on', "must be an object: { 'entry.publish': async ({ document }) => … }");
    return;
  }
  for (const [name, handler] of Object.entries(on)) {
    if (!eventNames.some((known) => known === name))
      report(`on.${name}`, `is no event${didYouMean(name, eventNames) || `; there is ${eventNames.join(', ')}`}`);
    if (typeof handler !== 'function') report(`on.${name}`, 'must be a function');
  }
};

/** A file of `extensions/` and what it exports. */
export interface ExtensionFile {
  /** `extensions/articles.ts` */
  readonly file: string;
  readonly definition: unknown;
}

/** Something of an extension, with the file that it is from. */
export interface FromFile<T> {
  readonly file: string;
  readonly value: T;
}

export interface EventSubscription {
  readonly event: EventName;
  readonly handle: EventHandler;
}

/** The project code of a site, in the order of its files. */
export interface Extensions {
  /** By uid. */
  readonly types: ReadonlyMap<string, readonly FromFile<TypeExtension>[]>;
  readonly routes: readonly FromFile<RouteDefinition>[];
  readonly subscriptions: readonly FromFile<EventSubscription>[];
}

const extensionKeys = keysOf<Extension>({ types: true, routes: true, on: true });
const typeKeys = [...hookNames, ...readNames];

/** Gets the path and the message of each fault in a file. */
type Report = (path: string, message: string) => void;

const reportUnknownKeys = (value: object, allowed: readonly string[], report: Report): void => {
  for (const key of Object.keys(value).filter((one) => !allowed.includes(one)))
    report(key, `is unknown here${didYouMean(key, allowed)}`);
};

const checkTypes = (
  schema: Schema,
  file: string,
  types: object,
  claimed: Map<string, string>,
  report: Report,
): void => {
  for (const [uid, extension] of Object.entries(types) as [string, unknown][]) {
    const path = `types.${uid}`;
    if (!schema.types.has(uid)) report(path, `there is no content type ${uid}${didYouMean(uid, schema.types.keys())}`);
    if (!isObject(extension)) {
      report(path, 'must be an object');
      continue;
    }
    const reportBelow: Report = (name, message) => {
      report(`${path}.${name}`, message);
    };
    reportUnknownKeys(extension, typeKeys, reportBelow);
    checkReads(schema, uid, extension, file, claimed, reportBelow);
    checkHooks(uid, extension, reportBelow);
  }
};

const checkFile = (
  schema: Schema,
  { file, definition }: ExtensionFile,
  claimed: Map<string, string>,
  report: Report,
): void => {
  if (!isObject(definition)) {
    report('', 'must export an extension: `export default defineExtension({ … })`');
    return;
  }
  reportUnknownKeys(definition, extensionKeys, report);
  const { types = {}, routes, on } = definition;
  if (isObject(types)) checkTypes(schema, file, types, claimed, report);
  else report('types', "must be an object: { 'api::article.article': { … } }");
  checkRouteDefinitions(routes, report);
  checkEventHandlers(on, report);
};

/**
 * @param files in the order in which their hooks run
 * @returns undefined without files
 * @throws SchemaError with every fault
 */
export const compileExtensions = (schema: Schema, files: readonly ExtensionFile[]): Extensions | undefined => {
  if (files.length === 0) return undefined;
  const faults: { readonly file: string; readonly path: string; readonly message: string }[] = [];
  const claimed = new Map<string, string>();
  const names = new Map<string, string>();
  for (const { file } of files) {
    const name = file.replace(/\.\w+$/, '');
    const other = names.get(name);
    // Deliveries to event handlers are stored with this name. Often one file was compiled from the other.
    if (other !== undefined) faults.push({ file, path: '', message: `has the name of ${other}: rename or delete one` });
    names.set(name, file);
  }
  for (const one of files)
    checkFile(schema, one, claimed, (path, message) => {
      faults.push({ file: one.file, path, message });
    });
  if (faults.length > 0) throw new SchemaError(faults);
  const types = new Map<string, FromFile<TypeExtension>[]>();
  const extensions = files.map(({ file, definition }) => ({ file, extension: definition as Extension })); // checked
  for (const { file, extension } of extensions)
    for (const [uid, value] of Object.entries(extension.types ?? {}) as [string, TypeExtension][])
      types.set(uid, [...(types.get(uid) ?? []), { file, value }]);
  return {
    types,
    routes: extensions.flatMap(({ file, extension }) => (extension.routes ?? []).map((value) => ({ file, value }))),
    subscriptions: extensions.flatMap(({ file, extension }) =>
      // The cast is safe: the names were checked.
      (Object.entries(extension.on ?? {}) as [EventName, EventHandler][]).map(([event, handle]) => ({
        file,
        value: { event, handle },
      })),
    ),
  };
};

/** Whether project code has one of these for some content type. */
export const extendsTypes = (extensions: Extensions | undefined, ...keys: readonly (keyof TypeExtension)[]): boolean =>
  [...(extensions?.types.values() ?? [])].flat().some(({ value }) => keys.some((key) => value[key] !== undefined));

/** Whether the project has hooks on writes of any type. */
export const hasWriteHooks = (extensions: Extensions | undefined): boolean => extendsTypes(extensions, ...hookNames);
