// Prepares a write: checks the body, finds its targets, and applies it to the stored document.
import { refuseFaults, type InvalidValue } from '../../../errors.ts';
import { checkVersion, mergeErrors, type CheckedBody } from '../../input/index.ts';
import { editedVersion, type Schema, type Status } from '../../../schema/index.ts';
import type { WriteOperation } from '../../../platform/extensions/index.ts';
import type { Service } from '../../../platform/service.ts';
import { applyInput, targetsOf } from './applyInput.ts';
import { StoredComponents } from '../values/storedComponents.ts';
import { findHidden, type IsHidden } from '../links/hiddenLinks.ts';
import type { RelatableDocuments } from '../links/relatableTargets.ts';
import { relatedUpdatesOf } from '../links/relatedUpdates.ts';
import type { RelatedUpdate, LinkSource } from '../links/types.ts';
import {
  fillComponentIds,
  placesIn,
  type StoredDocument,
  type Transaction,
  type Version,
  type StoredVersions,
} from '../../../platform/db/index.ts';
import { runWriteHooks } from '../hooks/runWriteHooks.ts';
import { localeUpdates, sharedValues } from '../locales/sharedAttributes.ts';
import { checkSize } from '../values/size.ts';
import { findTargets, type LinkedTargets, type Targets } from '../links/findTargets.ts';
import { isPublished, type WriteTarget } from './writeTarget.ts';

export interface PreparedVersions {
  readonly versions: StoredVersions;
  /** The changes of other documents. */
  readonly relatedUpdates: readonly RelatedUpdate[];
  /** The documents that the body links to. */
  readonly linked: LinkedTargets;
  /** The attributes that hooks changed. */
  readonly changed: ReadonlySet<string>;
}

/** A body with generated uids. */
interface BodyWithUids extends CheckedBody {
  /** The names of the generated uids; absent if there are none. */
  readonly made?: ReadonlySet<string>;
}

/** The locale in which a document's relations are resolved: its own, or the default for a document without one. */
export const linkLocaleOf = async ({ locales }: Service, locale: string | null): Promise<string> =>
  locale ?? (await locales.known()).defaultLocale;

/** What a write does to the document: publishing and discarding are transitions of their own. */
type Operation = Exclude<WriteOperation, 'discard'>;

/** The stored version that a hook compares with. */
const previousOf = (operation: Operation, edited: Status, before: StoredVersions): Version | undefined =>
  operation === 'create' ? undefined : operation === 'publish' ? before.published : before[edited];

/**
 * @param operation for the hooks of the project
 * @param before the stored versions; empty for a new document, or for a new locale of a document
 * @param others the document's other locales, which take over shared attributes
 * @returns the versions to store
 * @throws ApiError 400 naming every invalid value and, when the document is published, every missing one; 400 for the id of a
 *   component that the document does not have
 */
export const prepareVersions = async (
  service: Service,
  unit: Transaction,
  target: WriteTarget,
  operation: Operation,
  documentId: string,
  body: BodyWithUids,
  before: StoredVersions,
  others: readonly StoredDocument[] = [],
): Promise<PreparedVersions> => {
  const { type, locale, relatable } = target;
  const { schema } = service;
  const named = targetsOf(body.input, type.attributes, schema);
  const document = { type, documentId, before, others };
  const lookup = { locale: await linkLocaleOf(service, locale), relatable, document };
  const targets = await findTargets(unit, schema, named, lookup);
  const stored = existingValues(schema, { ...target, documentId }, before, others);
  const isHidden = await findHidden(unit, schema, relatable, stored, body.input, type.attributes, lookup.locale);
  return applyBody(service, unit, target, operation, documentId, body, targets, before, others, isHidden);
};

/** The values that a body is applied to: a new locale begins with the attributes that all locales share. */
const existingValues = (
  schema: Schema,
  { type, ...place }: Pick<WriteTarget, 'type' | 'locale'> & Pick<StoredDocument, 'documentId'>,
  before: StoredVersions,
  [other]: readonly StoredDocument[],
) => {
  const edited = editedVersion(type);
  const values = { ...sharedValues(type, other?.[edited]), ...before[edited] };
  return fillComponentIds(schema, type.attributes, values, placesIn(place));
};

const noChanges: ReadonlySet<string> = new Set();

/** The same, with targets that are already looked up. `isHidden`: the documents whose links in components stay. */
export const applyBody = async (
  service: Service,
  unit: Transaction,
  { type, locale, status, by, hooks, relatable, restored }: WriteTarget,
  operation: Operation,
  documentId: string,
  { input: body, errors, made }: BodyWithUids,
  targets: Targets,
  before: StoredVersions = {},
  others: readonly StoredDocument[] = [],
  isHidden?: IsHidden,
): Promise<PreparedVersions> => {
  const { schema, sequences } = service;
  const now = service.now();
  const edited = editedVersion(type);
  const publishes = isPublished({ type, status });
  const absent = new Set(targets.errors.map(({ path }) => path[0]));
  const applicable = new Map([...body].filter(([name]) => !absent.has(name)));
  const faults: InvalidValue[] = [];
  const context = { schema, find: targets.find, at: now.getTime(), path: [], faults, isHidden };
  const stored = existingValues(schema, { type, locale, documentId }, before, others);
  const isDocumentNew = operation === 'create' && others.length === 0;
  const components = isDocumentNew
    ? undefined
    : new StoredComponents(schema, type.attributes, [restored, before.published, stored], faults);
  const applied = applyInput(stored, applicable, type.attributes, { ...context, components });
  const faultsOfBody = [...errors, ...targets.errors, ...faults];
  // Hooks see only valid bodies.
  if (hooks === undefined || faultsOfBody.length > 0)
    refuseFaults(mergeErrors(faultsOfBody, publishes ? checkVersion(schema, type, applied) : []));
  if (components?.unrelated !== undefined) throw components.unrelated;
  const own = { values: applied, input: body, targets };
  const hooked =
    hooks &&
    (await runWriteHooks(
      service,
      unit,
      hooks,
      {
        type,
        now,
        made,
        previous: previousOf(operation, edited, before),
        write: { documentId, locale, status: publishes ? 'published' : 'draft', operation },
      },
      own,
    ));
  const { values, input, targets: found } = hooked ?? own;
  if (hooked !== undefined) refuseFaults([...(publishes ? checkVersion(schema, type, values) : []), ...hooked.faults]);

  const write = async (version: Status): Promise<Version> => ({
    ...values,
    id: before[version]?.id ?? (await sequences.next(type.collectionName)),
    createdAt: before[edited]?.createdAt ?? now,
    updatedAt: now,
    ...(version === 'published' ? { publishedAt: now } : {}),
  });
  checkSize(values);
  const versions: StoredVersions = {
    ...(type.draftAndPublish ? { draft: await write('draft') } : {}),
    ...(publishes ? { published: await write('published') } : {}),
  };
  const linkLocale = found.linked.locale;
  // Hooks change what they want, whoever the caller is.
  const rulesFor = (name: string): RelatableDocuments | undefined =>
    hooked?.changed.has(name) === true ? undefined : relatable;
  const source: LinkSource = { type, documentId, locale, linkLocale, before, written: versions, rulesFor };
  const linkContext = { ...context, find: found.find };
  const followed = localeUpdates(schema, type, versions, others, now, by, before[edited] === undefined);
  const relatedUpdates = [...followed, ...(await relatedUpdatesOf(unit, input, source, schema, linkContext))];
  return { versions, relatedUpdates, linked: found.linked, changed: hooked?.changed ?? noChanges };
};
