// Checks stored data: every document is valid on its own, and both sides of every relation agree.
import type { Db } from 'mongodb';
import { expect } from 'vitest';
import type { Link, StoredDocument } from '../../lib/platform/db/index.ts';
import { checkVersion } from '../../lib/write/input/index.ts';
import type { ContentType, RelationAttribute, Schema } from '../../lib/schema/index.ts';
import type { SendRequest } from '../write/documents/model/client.ts';

const versions = ['draft', 'published'] as const;

const linksIn = (value: unknown): readonly Link[] =>
  (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]) as readonly Link[];

const ownRelations = (type: ContentType): readonly RelationAttribute[] =>
  [...type.attributes.values()].filter((one) => one.kind === 'relation').filter(({ side }) => side.holds === 'links');

/** The faults of one stored document. */
const faultsOf = (schema: Schema, type: ContentType, stored: StoredDocument): readonly string[] => {
  const { documentId, draft, published, deletedAt } = stored;
  const about = (fault: string): string => `${type.singularName} ${documentId}: ${fault}`;
  if (deletedAt !== undefined)
    return draft !== undefined || published !== undefined ? [about('is deleted, and there')] : [];
  const lacksVersion = type.draftAndPublish ? draft === undefined : published === undefined;
  const links = versions.flatMap((version) =>
    ownRelations(type).flatMap(({ name }) => {
      const of = linksIn(stored[version]?.[name]);
      const malformed = of.some(({ to, at }) => typeof to !== 'string' || typeof at !== 'number');
      const twice = new Set(of.map(({ to }) => to)).size < of.length;
      return malformed || twice ? [about(`${version}.${name} is ${JSON.stringify(of)}`)] : [];
    }),
  );
  const broken = published === undefined ? [] : checkVersion(schema, type, published);
  return [
    ...(lacksVersion ? [about('lacks the version that is edited')] : []),
    ...links,
    ...broken.map(({ message }) => about(message)),
  ];
};

/** The values of a document that no other document may have, as texts. */
const uniqueKeys = (type: ContentType, stored: StoredDocument): readonly string[] =>
  versions.flatMap((version) => {
    const values = stored[version];
    if (values === undefined) return [];
    const unique = [...type.attributes.values()].flatMap((attribute) =>
      attribute.kind === 'scalar' && attribute.unique ? [attribute.name] : [],
    );
    return [
      `id ${values.id}`,
      `mark ${values.mark as string} ${version}`,
      ...unique.flatMap((name) => (typeof values[name] === 'string' ? [`${name} ${values[name]} ${version}`] : [])),
      ...ownRelations(type).flatMap(({ name, exclusive }) =>
        exclusive ? linksIn(values[name]).map(({ to }) => `${name} ${to} ${version}`) : [],
      ),
    ];
  });

/** @throws when a document is stored partly, breaks its type, or has a unique value or link of another */
export const expectValidDocuments = async (db: Db, schema: Schema): Promise<void> => {
  for (const type of schema.types.values()) {
    const stored = await db.collection<StoredDocument>(type.collectionName).find().toArray();
    expect(stored.flatMap((one) => faultsOf(schema, type, one))).toEqual([]);
    const once = stored.flatMap((one) => uniqueKeys(type, one));
    expect(once.filter((one, index) => once.indexOf(one) !== index)).toEqual([]);
  }
};

interface Row {
  readonly documentId: string;
  readonly [relation: string]: unknown;
}

const allRows = async (ask: SendRequest, type: ContentType, name: string, status: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = `status=${status}&fields=createdAt&populate[${name}][fields]=createdAt&pagination[page]=${page}&pagination[pageSize]=100`;
    const { status: responseStatus, body } = await ask('GET', `/api/${type.pluralName}?${query}`);
    expect(responseStatus, JSON.stringify(body)).toBe(200);
    rows.push(...(body.data as readonly Row[]));
    pages = body.meta.pagination.pageCount;
  }
  return rows;
};

const pairs = (rows: readonly Row[], name: string, reversed: boolean): readonly string[] =>
  rows
    .flatMap(({ documentId, [name]: related }) =>
      [related ?? []].flat().map((one) => {
        const other = (one as Row).documentId;
        return reversed ? `${other} ${documentId}` : `${documentId} ${other}`;
      }),
    )
    .sort();

/** @throws when a link is visible from one side only */
export const expectSidesAgree = async (ask: SendRequest, schema: Schema): Promise<void> => {
  for (const type of schema.types.values())
    for (const { name, side, target } of ownRelations(type)) {
      const other = schema.types.get(target);
      if (!type.uid.startsWith('api::') || other === undefined) continue;
      if (side.holds !== 'links' || side.inversedBy === undefined) continue;
      for (const status of versions) {
        const owningPairs = pairs(await allRows(ask, type, name, status), name, false);
        const inversePairs = pairs(await allRows(ask, other, side.inversedBy, status), side.inversedBy, true);
        expect(inversePairs, `${type.singularName}.${name}, ${status}`).toEqual(owningPairs);
      }
    }
};
