// A body on its way to a document: checked, its targets found, and laid over what stands.
import { invalidValues, type InvalidValue } from '../../../errors.ts';
import { checkInput, checkVersion, together, type Checked } from '../../input/index.ts';
import { editedOf, typeOf, type ContentType, type Schema, type Status } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { applyInput, targetsOf } from './edit.ts';
import { checkPasswords, passwordsHashed } from '../values/passwords.ts';
import { reachesOf } from '../links/relatedUpdates.ts';
import type { Reach } from '../links/types.ts';
import type { Expected, Stored, Unit, Version, Versions } from '../../../platform/db/index.ts';
import { followers, sharedIn } from '../locales/shared.ts';
import { checkSize } from '../values/size.ts';
import type { Sees } from '../links/relatable.ts';
import { findTargets, type Linked } from '../links/targets.ts';

/** Where a write goes. */
export interface WriteTarget {
  readonly type: ContentType;
  /** null where the type is not localized. */
  readonly locale: string | null;
  /** `published` writes the draft and publishes it; `draft` leaves the published version as it is. */
  readonly status: Status;
  /** What the document must be; undefined: whatever it is. */
  readonly expected?: Expected | undefined;
  /** What `createdBy` of a new document is: a user's documentId or, of a file, its uploader. */
  readonly by?: string | undefined;
  /** What they may relate to; undefined: whatever is there. */
  readonly sees?: Sees | undefined;
  /** That of a new document, where it must be known before; undefined: any. */
  readonly documentId?: string | undefined;
}

/** Where documents of a built-in type are written: as one version, in no locale. */
export const builtInTarget = (schema: Schema, uid: string) =>
  ({ type: typeOf(schema, uid), locale: null, status: 'published' }) as const satisfies WriteTarget;

/** A type without drafts is always published. */
const isPublished = ({ type, status }: Pick<WriteTarget, 'type' | 'status'>): boolean =>
  status === 'published' || !type.draftAndPublish;

/**
 * What a body says, before it is known what it is laid over.
 *
 * @param data the body's `data`, as it came
 * @throws ApiError 400 when it is no object, or has a key that the type does not have
 */
export const readBody = async (service: Service, target: WriteTarget, data: unknown): Promise<Checked> => {
  const rules = isPublished(target) ? 'published' : 'draft';
  const { input, errors } = checkInput(service.schema, target.type, data, rules, target.sees?.type);
  checkPasswords(input, target.type.attributes, service.schema);
  // A hash takes a fifth of a second: nothing that is refused anyway is hashed.
  return {
    input: errors.length > 0 ? input : await passwordsHashed(input, target.type.attributes, service),
    errors,
  };
};

export interface Prepared {
  readonly versions: Versions;
  /** What changes in other documents with it. */
  readonly reaches: readonly Reach[];
  /** What the body links to. */
  readonly linked: Linked;
}

/** The locale of what a document in that one links to, and of what links to it: without one, the default. */
export const linkedOf = async ({ locales }: Service, locale: string | null): Promise<string> =>
  locale ?? (await locales.known()).defaultLocale;

/**
 * @param before the versions as they stand; none for a new document, or one new in this locale
 * @param others the document in its other locales, as it stands: they follow in what they share
 * @returns the versions as they shall stand
 * @throws ApiError 400 naming every value that does not fit, and when it is published every one that is missing
 */
export const prepare = async (
  service: Service,
  unit: Unit,
  { type, locale, status, sees }: WriteTarget,
  documentId: string,
  { input, errors }: Checked,
  before: Versions,
  others: readonly Stored[] = [],
): Promise<Prepared> => {
  const { schema, sequences } = service;
  const now = service.now();
  const edited = editedOf(type);
  const publishes = isPublished({ type, status });
  const named = targetsOf(input, type.attributes, schema);
  const linked = await linkedOf(service, locale);
  const document = { type, documentId, before, others };
  const targets = await findTargets(unit, schema, named, { locale: linked, sees, document });
  const absent = new Set(targets.errors.map(({ path }) => path[0]));
  const applicable = new Map([...input].filter(([name]) => !absent.has(name)));
  const faultsOfLinks: InvalidValue[] = [];
  const context = { schema, find: targets.find, at: now.getTime(), path: [], faults: faultsOfLinks };
  const standing = { ...sharedIn(type, others[0]?.[edited]), ...before[edited] };
  const values = applyInput(standing, applicable, type.attributes, context);
  const faults = together(
    [...errors, ...targets.errors, ...faultsOfLinks],
    publishes ? checkVersion(schema, type, values) : [],
  );
  if (faults.length > 0) throw invalidValues(faults);

  const write = async (version: Status): Promise<Version> => ({
    ...values,
    id: before[version]?.id ?? (await sequences.next(type.collectionName)),
    createdAt: before[edited]?.createdAt ?? now,
    updatedAt: now,
    ...(version === 'published' ? { publishedAt: now } : {}),
  });
  checkSize(values);
  const versions: Versions = {
    ...(type.draftAndPublish ? { draft: await write('draft') } : {}),
    ...(publishes ? { published: await write('published') } : {}),
  };
  const source = { type, documentId, locale, linked, before, written: versions };
  const followed = followers(type, versions, others, now, before[edited] === undefined);
  const reaches = [...followed, ...(await reachesOf(unit, input, source, schema, context))];
  return { versions, reaches, linked: targets.linked };
};
