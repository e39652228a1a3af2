// Finds the documents that use a file, as far as the caller may find them.
import type { AnswerOf } from '../../contracts/index.ts';
import { hasPermission, mayReadDrafts, uploadUid, type Caller } from '../../platform/access/index.ts';
import { draftStatusOf, standaloneOperations, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { visibleDocumentsAmong } from '../../read/execute/index.ts';
import { readQuery, type Locales } from '../../read/query/index.ts';
import { builtInUids, versionsOf, type Status, type ContentType } from '../../schema/index.ts';
import { linkingTypes, linksProjection, linksToFilter, type LinkingType } from '../../write/documents/index.ts';
import type { folderContract } from '../folders/contract.ts';
import { fileTarget } from '../records/files.ts';
import { linkPlaces, type LinkPlace } from './linkPlaces.ts';

type FileUsage = AnswerOf<typeof folderContract.operations.findFileUsage>;

/** A place where a document uses a file. */
type FileUse = FileUsage['data'][number];

/** The most documents in an answer; each locale counts. */
const maxDocuments = 1_000;

/** How many documents are checked at once. */
const batchSize = 200;

const preferredNames = ['title', 'name'];

/**
 * The attribute that names a document for people.
 *
 * @returns the name of a text attribute that is not private: `title`, `name`, or the first one; undefined if there is none
 */
const labelAttribute = ({ attributes }: ContentType): string | undefined => {
  const texts = [...attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.type === 'string' && !attribute.private ? [attribute.name] : [],
  );
  return preferredNames.find((name) => texts.includes(name)) ?? texts[0];
};

/** The services and the caller of a search. */
interface UsageSearch {
  readonly service: Service;
  readonly caller: Caller;
  readonly locales: Locales;
  readonly unit: Transaction;
}

/** A document that uses the file, in one locale, with the places in each of its versions. */
interface UsingDocument {
  readonly document: StoredDocument;
  readonly places: ReadonlyMap<Status, readonly LinkPlace[]>;
}

const mayReadVersion = ({ caller }: UsageSearch, { type }: LinkingType, status: Status): boolean =>
  hasPermission(caller, 'find', type.uid) && (status === 'published' || mayReadDrafts(caller, type.uid));

/** Yields the documents of a type that use the file, in batches. */
async function* findUsingDocuments(
  { service, unit }: UsageSearch,
  linkers: LinkingType,
  documentId: string,
): AsyncGenerator<readonly UsingDocument[]> {
  const { type } = linkers;
  const label = labelAttribute(type);
  const versions = versionsOf(type);
  const fields = versions.flatMap((status) => [
    `${status}.updatedAt`,
    ...(label === undefined ? [] : [`${status}.${label}`]),
  ]);
  const projection = {
    ...linksProjection(linkers),
    ...Object.fromEntries(fields.map((path) => [path, 1])),
  };
  const search = { schema: service.schema, target: fileTarget(service.schema).type, documentId };
  const found = unit.db
    .collection<StoredDocument>(type.collectionName)
    .find(linksToFilter(linkers, documentId), { ...unit.options, projection });
  let batch: UsingDocument[] = [];
  for await (const document of found) {
    const places = versions.map((status) => [status, linkPlaces(search, type, document[status])] as const);
    batch.push({ document, places: new Map(places) });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The documents of one locale that the caller may find in a version, with `view=edit` or without. */
const findVisible = async (
  search: UsageSearch,
  linkers: LinkingType,
  documents: readonly StoredDocument[],
  status: Status,
  editView: boolean,
): Promise<ReadonlySet<StoredDocument>> => {
  const { service, caller, locales, unit } = search;
  const { type } = linkers;
  if (!mayReadVersion(search, linkers, status)) return new Set();
  if (editView && (type.uid === builtInUids.user || !hasPermission(caller, 'update', type.uid))) return new Set();
  const visible = new Set<StoredDocument>();
  for (const locale of new Set(documents.map((document) => document.locale))) {
    const inLocale = documents.filter((document) => document.locale === locale);
    const parameters = { status, ...(locale === null ? {} : { locale }), ...(editView ? { view: 'edit' } : {}) };
    const text = new URLSearchParams(parameters).toString();
    const query = readQuery(text, type, caller, { ...service, locales });
    const ids = await visibleDocumentsAmong(
      service,
      query,
      inLocale.map(({ documentId }) => documentId),
      unit,
    );
    for (const document of inLocale) if (ids.has(document.documentId)) visible.add(document);
  }
  return visible;
};

const labelIn = (linkers: LinkingType, document: StoredDocument, seen: readonly Status[]): string | null => {
  const name = labelAttribute(linkers.type);
  const labels = seen.map((status) => (name === undefined ? undefined : document[status]?.[name]));
  return labels.find((label): label is string => typeof label === 'string' && label !== '') ?? null;
};

/** The uses in each document of a type, as far as the caller may see them. */
const visibleUses = async (
  search: UsageSearch,
  linkers: LinkingType,
  using: readonly UsingDocument[],
): Promise<readonly (readonly FileUse[])[]> => {
  const { type } = linkers;
  const documents = using.map(({ document }) => document);
  const hasPrivate = using.some(({ places }) => [...places.values()].flat().some(({ isPrivate }) => isPrivate));
  const versions = await Promise.all(
    versionsOf(type).map(async (status) => ({
      status,
      visible: await findVisible(search, linkers, documents, status, false),
      editable: hasPrivate ? await findVisible(search, linkers, documents, status, true) : new Set<StoredDocument>(),
    })),
  );
  return using.map(({ document, places }) => {
    const seen = versions.filter(({ visible }) => visible.has(document));
    const byPath = new Map<string, Status[]>();
    for (const { status, editable } of seen)
      for (const { path, isPrivate } of places.get(status) ?? [])
        if (!isPrivate || editable.has(document)) byPath.set(path, [...(byPath.get(path) ?? []), status]);
    const seenVersions = seen.map(({ status }) => status);
    const { documentId, locale } = document;
    const label = labelIn(linkers, document, seenVersions);
    const readStatus = seenVersions.includes('draft') ? draftStatusOf({ ...document }) : 'published';
    const status = type.draftAndPublish ? readStatus : null;
    return [...byPath].map(([path, inVersions]) => ({
      ...{ uid: type.uid, documentId, locale, path, versions: inVersions, label, status },
    }));
  });
};

/** @param documentId of a file */
export const findFileUsage = async (service: Service, caller: Caller, documentId: string): Promise<FileUsage> => {
  const { schema, database } = service;
  const unit = await standaloneOperations(database);
  const search: UsageSearch = { service, caller, unit, locales: await service.locales.known() };
  const visible: (readonly FileUse[])[] = [];
  let hidden = 0;
  for (const linkers of linkingTypes(fileTarget(schema).type, schema, false))
    for await (const using of findUsingDocuments(search, linkers, documentId)) {
      if (visible.length > maxDocuments) break;
      const uses = await visibleUses(search, linkers, using);
      visible.push(...uses.filter(({ length }) => length > 0));
      // What project code hides does not exist for the caller.
      if (caller.restricted?.canRead.has(linkers.type.uid) !== true)
        hidden += uses.filter(({ length }) => length === 0).length;
    }
  const data = visible.slice(0, maxDocuments).flat();
  return {
    data,
    meta: {
      total: data.length,
      hidden: hasPermission(caller, 'destroy', uploadUid) ? hidden : null,
      complete: visible.length <= maxDocuments,
    },
  };
};
