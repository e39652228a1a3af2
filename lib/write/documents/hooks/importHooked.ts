// Inserts a document of an import whose type has hooks.
import { refuseFaults } from '../../../errors.ts';
import type { StoredDocument, StoredVersions, Transaction, Version } from '../../../platform/db/index.ts';
import type { Service } from '../../../platform/service.ts';
import type { ContentType, Status } from '../../../schema/index.ts';
import { checkVersion } from '../../input/index.ts';
import { linkLocaleOf } from '../lifecycle/prepare.ts';
import type { Targets } from '../links/findTargets.ts';
import { relatedUpdatesOf } from '../links/relatedUpdates.ts';
import type { RelatedUpdate } from '../links/types.ts';
import { isSameStored } from '../values/changedPaths.ts';
import { identifiersOf } from '../values/identifiers.ts';
import { checkSize } from '../values/size.ts';
import { withUniqueCheck } from '../values/unique.ts';
import { runWriteHooks } from './runWriteHooks.ts';
import type { WriteHooks } from './types.ts';

interface HookedVersion {
  readonly version: Version;
  /** The changes of other documents that the hooks cause. */
  readonly relatedUpdatesFor: (written: StoredVersions) => Promise<readonly RelatedUpdate[]>;
}

const noUpdates = (): Promise<readonly RelatedUpdate[]> => Promise.resolve([]);

/** @throws ApiError 400 naming the faults of the version */
const hookVersion = async (
  service: Service,
  unit: Transaction,
  hooks: WriteHooks,
  type: ContentType,
  { documentId, locale }: StoredDocument,
  status: Status,
  version: Version,
): Promise<HookedVersion> => {
  const { schema } = service;
  const now = service.now();
  const linkLocale = await linkLocaleOf(service, locale);
  const targets: Targets = { find: () => undefined, errors: [], linked: { locale: linkLocale, targets: [] } };
  const write = { documentId, locale, status, operation: 'create' } as const;
  const archived = { values: version, input: new Map(), targets };
  const hooked = await runWriteHooks(service, unit, hooks, { type, write, previous: undefined, now }, archived);
  const { changed, values, input } = hooked;
  const faultsOfVersion = changed.size > 0 && status === 'published' ? checkVersion(schema, type, values) : [];
  const faults = [...faultsOfVersion, ...hooked.faults];
  refuseFaults(faults);
  if (changed.size === 0) return { version, relatedUpdatesFor: noUpdates };
  checkSize(values);
  const context = { schema, find: hooked.targets.find, at: now.getTime(), path: [], faults: [] };
  return {
    version: { ...version, ...values },
    relatedUpdatesFor: (written) =>
      relatedUpdatesOf(unit, input, { type, documentId, locale, linkLocale, before: {}, written }, schema, context),
  };
};

/** Whether the draft has other values than the published version. */
const isModified = ({ attributes }: ContentType, draft: Version, published: Version): boolean =>
  [...attributes.keys()].some((name) => !isSameStored(draft[name] ?? null, published[name] ?? null));

/**
 * Runs the hooks on the published version and, if it has other values, on the draft. Then it inserts the document, unless it is
 * there already.
 *
 * @param unit a transaction
 * @throws ApiError 400 naming the faults; nothing may be written then
 */
export const importHooked = async (
  service: Service,
  unit: Transaction,
  hooks: WriteHooks,
  type: ContentType,
  document: StoredDocument,
): Promise<void> => {
  const { documentId, locale, draft, published } = document;
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const existing = await documents.findOne({ documentId, locale }, { ...unit.options, projection: { _id: 1 } });
  if (existing !== null) return;
  const hook = (status: Status, version: Version): Promise<HookedVersion> =>
    hookVersion(service, unit, hooks, type, document, status, version);
  const hookedPublished = published && (await hook('published', published));
  const ownDraft = draft !== undefined && (published === undefined || isModified(type, draft, published));
  const hookedDraft = ownDraft ? await hook('draft', draft) : undefined;
  const versions: StoredVersions = {
    ...(draft === undefined
      ? {}
      : { draft: hookedDraft?.version ?? withValuesOf(type, draft, hookedPublished?.version) }),
    ...(hookedPublished === undefined ? {} : { published: hookedPublished.version }),
  };
  await withUniqueCheck(unit, { type, documentId, locale, versions }, () =>
    documents.insertOne({ ...document, ...versions, ...identifiersOf(type, versions) }, unit.options),
  );
  for (const one of [hookedPublished, hookedDraft])
    for (const update of (await one?.relatedUpdatesFor(versions)) ?? []) await update(unit);
};

/** A draft that had the values of the published version keeps them. */
const withValuesOf = ({ attributes }: ContentType, draft: Version, published: Version | undefined): Version => ({
  ...draft,
  ...Object.fromEntries(
    Object.entries(published ?? {}).filter(([name, value]) => attributes.has(name) && value !== undefined),
  ),
});
