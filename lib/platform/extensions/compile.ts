// Checks the extensions of a project against its content types, and combines them.
import { didYouMean, isObject, SchemaError, type Schema } from '../../schema/index.ts';
import { checkEventHandlers } from './checkEventHandlers.ts';
import { checkReads } from './checkReads.ts';
import { checkRouteDefinitions } from './checkRoutes.ts';
import { checkHooks } from './checkHooks.ts';
import type { Extension, TypeExtension } from './defineExtension.ts';
import type { EventName } from '../eventNames.ts';
import type { EventHandler } from './events.ts';
import type { RouteDefinition } from './routes.ts';

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

const extensionKeys = ['types', 'routes', 'on'];
const typeKeys = ['validate', 'beforeWrite', 'beforeDelete', 'computed', 'canRead', 'canWrite'];

type Report = (file: string, path: string, message: string) => void;

const unknownKeys = (value: object, allowed: readonly string[], file: string, path: string, report: Report): void => {
  for (const key of Object.keys(value).filter((one) => !allowed.includes(one)))
    report(file, path === '' ? key : `${path}.${key}`, `is unknown here${didYouMean(key, allowed)}`);
};

const checkFile = (
  schema: Schema,
  { file, definition }: ExtensionFile,
  claimed: Map<string, string>,
  report: Report,
): void => {
  if (!isObject(definition)) {
    report(file, '', 'must export an extension: `export default defineExtension({ … })`');
    return;
  }
  unknownKeys(definition, extensionKeys, file, '', report);
  for (const [uid, extension] of Object.entries((definition as Extension).types ?? {})) {
    const path = `types.${uid}`;
    if (!schema.types.has(uid))
      report(file, path, `there is no content type ${uid}${didYouMean(uid, schema.types.keys())}`);
    if (!isObject(extension)) {
      report(file, path, 'must be an object');
      continue;
    }
    unknownKeys(extension, typeKeys, file, path, report);
    const reportBelow = (name: string, message: string): void => {
      report(file, `${path}.${name}`, message);
    };
    checkReads(schema, uid, extension, file, claimed, reportBelow);
    checkHooks(uid, extension, reportBelow);
  }
  const reportAt = (path: string, message: string): void => {
    report(file, path, message);
  };
  checkRouteDefinitions((definition as Extension).routes, reportAt);
  checkEventHandlers((definition as Extension).on, reportAt);
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
    checkFile(schema, one, claimed, (file, path, message) => {
      faults.push({ file, path, message });
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
