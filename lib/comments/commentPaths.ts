// The paths of comments: `title`, `seo.title`, and in lists the id of an entry instead of its position, `sections.4711.title`,
// so that a comment stays with its entry when others move.
import { fillComponentIds, placesIn, type StoredDocument } from '../platform/db/index.ts';
import type { Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import { isEditable, type Locales } from '../read/query/index.ts';
import {
  componentOf,
  componentsIn,
  editedVersion,
  isObject,
  type Attribute,
  type ContentType,
} from '../schema/index.ts';

/** A caller who reads documents of a type. */
export interface TypeReader {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
  readonly type: ContentType;
}

const isId = (name: string): boolean => /^\d{1,16}$/.test(name);

const isList = (attribute: Attribute): boolean =>
  attribute.kind === 'dynamiczone' || (attribute.kind === 'component' && attribute.repeatable);

const mayRead = (reader: TypeReader, attribute: Attribute, rest: readonly string[]): boolean => {
  if (!isEditable(attribute, reader.caller, { ...reader.service, locales: reader.locales })) return false;
  const [first, ...afterEntry] = rest;
  if (first === undefined) return true;
  if (isList(attribute) && !isId(first)) return false;
  const inner = isList(attribute) ? afterEntry : rest;
  const [name, ...more] = inner;
  if (name === undefined) return true;
  const found = componentsIn(attribute).flatMap((uid) => {
    const one = componentOf(reader.service.schema, uid).attributes.get(name);
    return one === undefined ? [] : [one];
  });
  // The entry of a zone may be gone, so nothing says which of the components it was.
  return found.length > 0 && found.every((one) => mayRead(reader, one, more));
};

/** Whether the reader may see comments on a path: it names an attribute that the editor shows to them. */
export const isReadablePath = (reader: TypeReader, path: string): boolean => {
  const [name = '', ...rest] = path.split('.');
  const attribute = reader.type.attributes.get(name);
  return attribute !== undefined && mayRead(reader, attribute, rest);
};

const hasEntries = (value: unknown, rest: readonly string[]): boolean => {
  const [first, ...more] = rest;
  if (first === undefined) return true;
  if (!isId(first)) return hasEntries(isObject(value) ? value[first] : undefined, more);
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const entry = entries.find((one) => isObject(one) && String(one.id) === first);
  return entry !== undefined && hasEntries(entry, more);
};

/** Whether the draft has the entries that a readable path names. */
export const existsInDraft = ({ service, type }: TypeReader, stored: StoredDocument, path: string): boolean => {
  const values = stored[editedVersion(type)] ?? {};
  return hasEntries(
    fillComponentIds(service.schema, type.attributes, values, placesIn({ ...stored })),
    path.split('.'),
  );
};
