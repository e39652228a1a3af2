// Prepares a write: checks the body, finds its targets, and applies it to the stored document.
import { invalidValues, type InvalidValue } from '../../../errors.ts';
import { checkInput, checkVersion, mergeErrors, type CheckedBody } from '../../input/index.ts';
import { editedVersion, typeOf, type ContentType, type Schema, type Status } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { applyInput, targetsOf } from './applyInput.ts';
import { refuseUnrelatedComponents } from '../values/componentIds.ts';
import { checkPasswords, hashPasswords } from '../values/passwords.ts';
import { relatedUpdatesOf } from '../links/relatedUpdates.ts';
import type { RelatedUpdate, LinkSource } from '../links/types.ts';
import type {
  ExpectedRevisions,
  StoredDocument,
  Transaction,
  Version,
  StoredVersions,
} from '../../../platform/db/index.ts';
import { localeUpdates, sharedValues } from '../locales/sharedAttributes.ts';
import { checkSize } from '../values/size.ts';
import type { RelatableDocuments } from '../links/relatableTargets.ts';
import { findTargets, type LinkedTargets, type Targets } from '../links/findTargets.ts';

/** The target of a write. */
export interface WriteTarget {
  readonly type: ContentType;
  /** null when the type is not localized. */
  readonly locale: string | null;
  /** `published` writes the draft and publishes it; `draft` writes only the draft. */
  readonly status: Status;
  /** The precondition; undefined: none. */
  readonly expected?: ExpectedRevisions | undefined;
  /** The `createdBy` of a new document: a user's documentId or, for a file, its uploader. */
  readonly by?: string | undefined;
  /** What the caller may relate to; undefined: every document. */
  readonly relatable?: RelatableDocuments | undefined;
  /** Whether attributes with `writable: false` are unknown keys of the body: for the content that callers write. */
  readonly onlyWritable?: true;
  /** The id of a new document when it must be known before; undefined: a generated one. */
  readonly documentId?: string | undefined;
}

/** The write target of a built-in type, which has one version and no locales. */
export const builtInTarget = (schema: Schema, uid: string) =>
  ({ type: typeOf(schema, uid), locale: null, status: 'published' }) as const satisfies WriteTarget;

/** Types without draft and publish always write the published version. */
const isPublished = ({ type, status }: Pick<WriteTarget, 'type' | 'status'>): boolean =>
  status === 'published' || !type.draftAndPublish;

/**
 * Checks a body, without the document that it will be applied to.
 *
 * @param data the body's `data`
 * @throws ApiError 400 when it is not an object, or has a key that the type does not have
 */
export const checkBody = async (service: Service, target: WriteTarget, data: unknown): Promise<CheckedBody> => {
  const rules = isPublished(target) ? 'published' : 'draft';
  const { input, errors, ...more } = checkInput(service.schema, target.type, data, rules, {
    mayFind: target.relatable?.type,
    onlyWritable: target.onlyWritable,
    componentIds: service.config.api.rest.componentIds,
  });
  const hasPasswords = checkPasswords(input, target.type.attributes, service.schema);
  // Hashing takes 0.2 s, so the passwords of an invalid body are not hashed.
  return {
    ...more,
    input: errors.length > 0 || !hasPasswords ? input : await hashPasswords(input, target.type.attributes, service),
    errors,
  };
};

export interface PreparedVersions {
  readonly versions: StoredVersions;
  /** The changes of other documents. */
  readonly relatedUpdates: readonly RelatedUpdate[];
  /** The documents that the body links to. */
  readonly linked: LinkedTargets;
}

/** The locale in which a document's relations are resolved: its own, or the default for a document without one. */
export const linkLocaleOf = async ({ locales }: Service, locale: string | null): Promise<string> =>
  locale ?? (await locales.known()).defaultLocale;

/**
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
  documentId: string,
  body: CheckedBody,
  before: StoredVersions,
  others: readonly StoredDocument[] = [],
): Promise<PreparedVersions> => {
  const { type, locale, relatable } = target;
  const named = targetsOf(body.input, type.attributes, service.schema);
  const document = { type, documentId, before, others };
  const lookup = { locale: await linkLocaleOf(service, locale), relatable, document };
  const targets = await findTargets(unit, service.schema, named, lookup);
  return applyBody(service, unit, target, documentId, body, targets, before, others);
};

/** The same, with targets that are already looked up. */
export const applyBody = async (
  service: Service,
  unit: Transaction,
  { type, locale, status }: WriteTarget,
  documentId: string,
  { input, errors, identified = [] }: CheckedBody,
  targets: Targets,
  before: StoredVersions = {},
  others: readonly StoredDocument[] = [],
): Promise<PreparedVersions> => {
  const { schema, sequences } = service;
  const now = service.now();
  const edited = editedVersion(type);
  const publishes = isPublished({ type, status });
  const absent = new Set(targets.errors.map(({ path }) => path[0]));
  const applicable = new Map([...input].filter(([name]) => !absent.has(name)));
  const faultsOfLinks: InvalidValue[] = [];
  const context = { schema, find: targets.find, at: now.getTime(), path: [], faults: faultsOfLinks };
  const existingValues = { ...sharedValues(type, others[0]?.[edited]), ...before[edited] };
  const values = applyInput(existingValues, applicable, type.attributes, context);
  const faults = mergeErrors(
    [...errors, ...targets.errors, ...faultsOfLinks],
    publishes ? checkVersion(schema, type, values) : [],
  );
  if (faults.length > 0) throw invalidValues(faults);
  refuseUnrelatedComponents(schema, type, before, identified);

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
  const linkLocale = targets.linked.locale;
  const source: LinkSource = { type, documentId, locale, linkLocale, before, written: versions };
  const followed = localeUpdates(type, versions, others, now, before[edited] === undefined);
  const relatedUpdates = [...followed, ...(await relatedUpdatesOf(unit, input, source, schema, context))];
  return { versions, relatedUpdates, linked: targets.linked };
};
