// Generates stored documents of every type of a schema, with random values and links.
import { ObjectId, type WithId } from 'mongodb';
import type { StoredDocument, Version } from '../../../lib/platform/db/index.ts';
import {
  componentOf,
  typeOf,
  versionsOf,
  type Attribute,
  type Attributes,
  type ContentType,
  type Schema,
} from '../../../lib/schema/index.ts';
import type { Api } from '../../setup/api.ts';
import type { Random } from './random.ts';

/** Documents by the uid of their type. */
export type World = ReadonlyMap<string, readonly WithId<StoredDocument>[]>;

export const locales = ['en', 'fr'] as const;

const perType = 6;
const words = ['ash', 'birch', 'cedar', 'elm', 'fir'] as const;
const days = ['2019-01-01', '2020-06-15', '2021-12-31'] as const;

/** A value for documents and queries; taken from a small set, so that some are equal. */
export const valueFor = (attribute: Attribute, random: Random, unique: string): unknown => {
  if (attribute.kind !== 'scalar') return null;
  if (attribute.unique) return unique;
  if (attribute.enum !== undefined) return random.pickIfAny(attribute.enum) ?? null;
  switch (attribute.value) {
    case 'text':
      return random.pick(words);
    case 'integer':
    case 'number':
    case 'biginteger':
      return random.integerBelow(4);
    case 'boolean':
      return random.isTrue(0.5);
    case 'date':
      return random.pick(days);
    case 'time':
      return `0${random.integerBelow(9)}:00:00.000`;
    case 'datetime':
      return new Date(`${random.pick(days)}T00:00:00.000Z`);
    case 'json':
      return { word: random.pick(words), n: random.integerBelow(3) };
    case 'blocks':
      return [{ type: 'paragraph', children: [{ type: 'text', text: random.pick(words) }] }];
  }
};

export const idsOf = (type: ContentType): readonly string[] =>
  Array.from({ length: perType }, (_, index) => `${type.singularName.replaceAll('-', '')}${index}`.padEnd(24, '0'));

class WorldGenerator {
  private readonly schema: Schema;
  private readonly random: Random;
  private made = 0;

  constructor(schema: Schema, random: Random) {
    this.schema = schema;
    this.random = random;
  }

  type(type: ContentType): readonly WithId<StoredDocument>[] {
    const ids = type.kind === 'singleType' ? idsOf(type).slice(0, 1) : idsOf(type);
    return ids.flatMap((documentId) =>
      type.localized
        ? locales
            .filter((_, index) => index === 0 || this.random.isTrue(0.6))
            .map((locale) => this.document(type, documentId, locale))
        : [this.document(type, documentId, null)],
    );
  }

  private document(type: ContentType, documentId: string, locale: string | null): WithId<StoredDocument> {
    const existingVersions = versionsOf(type).filter(
      (version) => version === 'draft' || !type.draftAndPublish || this.random.isTrue(0.7),
    );
    const versions = Object.fromEntries(existingVersions.map((version) => [version, this.version(type, documentId)]));
    return {
      // The same in every copy, because cursors contain it.
      _id: new ObjectId(this.made.toString(16).padStart(24, '0')),
      documentId,
      locale,
      revision: 1,
      ...(type.kind === 'singleType' ? { single: true } : {}),
      ...(this.random.isTrue(0.5) ? { createdBy: userId } : {}),
      ...versions,
    };
  }

  private version(type: ContentType, documentId: string): Version {
    this.made += 1;
    const time = new Date(Date.UTC(2020, 0, 1 + this.random.integerBelow(20)));
    return {
      ...this.values(type.attributes, [], documentId),
      ...{ id: this.made, createdAt: time, updatedAt: time, publishedAt: time },
    };
  }

  private values(attributes: Attributes, within: readonly string[], documentId: string): Record<string, unknown> {
    return Object.fromEntries(
      [...attributes.values()].flatMap((attribute): [string, unknown][] => {
        const value = this.value(attribute, within, documentId);
        return value === undefined ? [] : [[attribute.name, value]];
      }),
    );
  }

  private value(attribute: Attribute, within: readonly string[], documentId: string): unknown {
    switch (attribute.kind) {
      case 'scalar':
        return this.random.isTrue(0.2) && !attribute.unique
          ? null
          : valueFor(attribute, this.random, `${documentId}-${this.made}`);
      case 'relation': {
        if (attribute.side.holds === 'nothing') return undefined;
        const target = this.schema.types.get(attribute.target);
        const links = this.random
          .subset(target === undefined ? [] : idsOf(target), 0.4)
          .map((to) => ({ to, at: this.random.integerBelow(9) }));
        return attribute.many ? links : (links[0] ?? null);
      }
      case 'morph': {
        const types = [...this.schema.served.values()];
        const links = this.random.subset(types, 0.4).flatMap((type) => {
          const to = this.random.pickIfAny(idsOf(type));
          return to === undefined ? [] : [{ to, type: type.uid, at: this.random.integerBelow(9) }];
        });
        return attribute.many ? links : (links[0] ?? null);
      }
      case 'component': {
        const count = within.includes(attribute.component) ? 0 : attribute.repeatable ? this.random.integerBelow(3) : 1;
        const parts = Array.from({ length: count }, () => this.component(attribute.component, within, documentId));
        return attribute.repeatable ? parts : (parts[0] ?? null);
      }
      case 'dynamiczone':
        return this.random
          .subset(attribute.components, 0.6)
          .filter((uid) => !within.includes(uid))
          .map((uid) => ({ __component: uid, ...this.component(uid, within, documentId) }));
    }
  }

  private component(uid: string, within: readonly string[], documentId: string): Record<string, unknown> {
    return this.values(componentOf(this.schema, uid).attributes, [...within, uid], documentId);
  }
}

/** The user that sends the requests. */
export const userId = 'asker'.padEnd(24, '0');

export const generateWorld = (schema: Schema, random: Random): World => {
  const generator = new WorldGenerator(schema, random);
  return new Map([...schema.served.values()].map((type) => [type.uid, generator.type(type)]));
};

/** Stores documents in the database of an API, instead of those that their types have. */
export const storeWorld = async (
  api: Api,
  schema: Schema,
  world: ReadonlyMap<string, readonly StoredDocument[]>,
): Promise<void> => {
  const db = await api.service().database.get();
  for (const [uid, documents] of world) {
    const collection = db.collection<StoredDocument>(typeOf(schema, uid).collectionName);
    await collection.deleteMany({});
    if (documents.length > 0) await collection.insertMany(documents.map((one) => ({ ...one })));
  }
};
