// Copies a world, with other values in everything that the caller may not see.
import type { WithId } from 'mongodb';
import type { StoredDocument, StoredComponent, Version } from '../../../lib/platform/db/index.ts';
import {
  versionsOf,
  type Attributes,
  type ContentType,
  type Schema,
  type Status,
  componentOf,
} from '../../../lib/schema/index.ts';
import type { Random } from './random.ts';
import { valueFor, type World } from './world.ts';

/** Whether a version of a document is visible to the caller, or editable by it. */
export type IsVisible = (type: ContentType, document: StoredDocument, version: Status) => boolean;

class Scrambler {
  private readonly schema: Schema;
  private readonly random: Random;
  private readonly unchangedNames: ReadonlySet<string>;
  private count = 0;

  /** @param unchangedNames names of attributes that conditions read: changing them could change what is visible */
  constructor(schema: Schema, random: Random, unchangedNames: ReadonlySet<string>) {
    this.schema = schema;
    this.random = random;
    this.unchangedNames = unchangedNames;
  }

  /** @param onlyPrivate whether only private attributes are hidden */
  version(version: Version, type: ContentType, onlyPrivate: boolean): Version {
    return { ...version, ...this.values(version, type.attributes, onlyPrivate) };
  }

  private values(
    values: Readonly<Record<string, unknown>>,
    attributes: Attributes,
    onlyPrivate: boolean,
  ): Record<string, unknown> {
    const after: Record<string, unknown> = { ...values };
    for (const attribute of attributes.values()) {
      const value = values[attribute.name];
      if (value === undefined || this.unchangedNames.has(attribute.name)) continue;
      const isKept = onlyPrivate && !attribute.private;
      this.count += 1;
      if (attribute.kind === 'scalar' && !isKept)
        after[attribute.name] = valueFor(attribute, this.random, `other-${this.count}`);
      if (attribute.kind === 'component' || attribute.kind === 'dynamiczone') {
        const one = (part: StoredComponent): StoredComponent => {
          const uid = attribute.kind === 'component' ? attribute.component : (part.__component ?? '');
          return { ...part, ...this.values(part, componentOf(this.schema, uid).attributes, isKept) };
        };
        if (value !== null)
          after[attribute.name] = Array.isArray(value) ? value.map(one) : one(value as StoredComponent);
      }
    }
    return after;
  }
}

/**
 * @param isVisible whether the caller sees a version
 * @param isEditable whether the caller may also see its private attributes, with `view=edit`
 * @param unchanged names of attributes that conditions read, and the uids of the types that the conditions go through
 * @returns a world that the caller cannot tell from the first: hidden versions have other values or do not exist
 */
export const scrambleHidden = (
  world: World,
  schema: Schema,
  isVisible: IsVisible,
  isEditable: IsVisible,
  unchanged: { readonly names: ReadonlySet<string>; readonly types: ReadonlySet<string> },
  random: Random,
): World => {
  const scrambler = new Scrambler(schema, random, unchanged.names);
  return new Map(
    [...world].map(([uid, documents]) => {
      const type = schema.types.get(uid);
      if (type === undefined) throw new Error(`there is no ${uid}`);
      const others = documents.flatMap((document): readonly WithId<StoredDocument>[] => {
        let other = document;
        for (const version of versionsOf(type)) {
          const values = document[version];
          if (values === undefined) continue;
          if (isVisible(type, document, version)) {
            if (!isEditable(type, document, version))
              other = { ...other, [version]: scrambler.version(values, type, true) };
            continue;
          }
          // A caller that reads a draft learns whether the document is published.
          const isKnown = version === 'published' && isVisible(type, document, 'draft');
          if (!unchanged.types.has(uid) && !isKnown && random.isTrue(0.4)) {
            const { draft, published, ...rest } = other;
            const left = version === 'draft' ? { published } : { draft };
            other = {
              ...rest,
              ...Object.fromEntries(Object.entries(left).filter(([, values]) => values !== undefined)),
            };
          } else other = { ...other, [version]: scrambler.version(values, type, false) };
        }
        return other.draft === undefined && other.published === undefined ? [] : [other];
      });
      return [uid, others] as const;
    }),
  );
};
