// Computes the versions of a document after publishing, unpublishing, or discarding the draft.
import type { StoredDocument, Transaction, Version } from '../../../platform/db/index.ts';
import type { ContentType, Status, Transition } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { linkLocaleOf, prepareVersions } from './prepare.ts';
import { runWriteHooks } from '../hooks/runWriteHooks.ts';
import type { WriteHooks } from '../hooks/types.ts';
import { relatedUpdatesOf, relatedUpdatesOfDiscard } from '../links/relatedUpdates.ts';
import type { RelatedUpdate, LinkSource } from '../links/types.ts';
import type { RewriteInput } from './rewrite.ts';
import { localeUpdates } from '../locales/sharedAttributes.ts';
import { checkSize } from '../values/size.ts';
import { refuseFaults } from '../../../errors.ts';

export interface TransitionResult extends Omit<RewriteInput, 'by'> {
  readonly relatedUpdates: readonly RelatedUpdate[];
}

/** The type of a document, the writer, and the hooks of the project on its writes. */
export interface TransitionedType {
  readonly type: ContentType;
  readonly by: string | undefined;
  readonly hooks: WriteHooks | undefined;
}

export interface TransitionSpec {
  /** The version that the transition needs; a document without it does not change. */
  readonly from: Status;
  /**
   * @param before a document with that version
   * @param others the document's other locales, which take over shared attributes
   */
  readonly change: (
    service: Service,
    unit: Transaction,
    target: TransitionedType,
    before: StoredDocument,
    others: readonly StoredDocument[],
  ) => Promise<TransitionResult>;
}

const emptyBody = { input: new Map(), errors: [] };

/** Makes a draft from the published version. It has the same `updatedAt`, so it counts as unmodified. */
const draftOf = async (service: Service, type: ContentType, published: Version, draft?: Version): Promise<Version> => {
  const id = draft?.id ?? (await service.sequences.next(type.collectionName));
  const { createdAt, updatedAt } = published;
  const values = Object.entries(published).filter(([name]) => name !== 'publishedAt');
  return { ...Object.fromEntries(values), id, createdAt, updatedAt };
};

const missingVersion = (version: Status): Error => new Error(`a document without ${version} was to be changed`);

export const transitionSpecs: Record<Transition, TransitionSpec> = {
  // Publishing is the same as a PUT without data.
  publish: {
    from: 'draft',
    change: async (service, unit, transitioned, before, others) => {
      const target = { ...transitioned, locale: before.locale, status: 'published' } as const;
      const prepared = await prepareVersions(
        service,
        unit,
        target,
        'publish',
        before.documentId,
        emptyBody,
        before,
        others,
      );
      return { ...prepared, actions: ['publish'], at: service.now() };
    },
  },

  unpublish: {
    from: 'published',
    change: async (service, _unit, { type }, { draft, published }) => {
      if (published === undefined) throw missingVersion('published');
      const versions = draft === undefined ? { draft: await draftOf(service, type, published) } : {};
      return { versions, unpublishes: true, relatedUpdates: [], actions: ['unpublish'], at: service.now() };
    },
  },

  'discard-draft': {
    from: 'published',
    change: async (service, unit, { type, by, hooks }, before, others) => {
      if (before.published === undefined) throw missingVersion('published');
      const { documentId, locale } = before;
      const now = service.now();
      const discarded = await draftOf(service, type, before.published, before.draft);
      const linkLocale = await linkLocaleOf(service, locale);
      const hooked =
        hooks && (await hookedDraft(service, unit, { type, hooks }, before, { draft: discarded, linkLocale, now }));
      const versions = { draft: hooked?.draft ?? discarded };
      const source: LinkSource = { type, documentId, locale, linkLocale, before, written: versions };
      const followed = localeUpdates(service.schema, type, versions, others, now, by);
      const edits = await hooked?.relatedUpdates(source);
      const relatedUpdates = [...followed, ...relatedUpdatesOfDiscard(source, service.schema), ...(edits ?? [])];
      return { versions, relatedUpdates, actions: ['discard-draft'], at: now };
    },
  },
};

/** A draft before its hooks ran. */
interface DiscardedDraft {
  readonly draft: Version;
  readonly linkLocale: string;
  readonly now: Date;
}

/**
 * Runs the hooks on a discarded draft.
 *
 * @returns the draft, which counts as modified if the hooks changed it, and the changes of other documents
 * @throws as `runWriteHooks`; ApiError 400 naming the faults
 */
const hookedDraft = async (
  service: Service,
  unit: Transaction,
  { type, hooks }: { readonly type: ContentType; readonly hooks: WriteHooks },
  { documentId, locale, draft: previous }: StoredDocument,
  { draft, linkLocale, now }: DiscardedDraft,
) => {
  const { schema } = service;
  const write = { documentId, locale, status: 'draft', operation: 'discard' } as const;
  const targets = { find: () => undefined, errors: [], linked: { locale: linkLocale, targets: [] } };
  const unhooked = { values: draft, input: new Map(), targets };
  const hooked = await runWriteHooks(service, unit, hooks, { type, write, previous, now }, unhooked);
  refuseFaults(hooked.faults);
  if (hooked.changed.size === 0) return { draft, relatedUpdates: () => Promise.resolve([]) };
  checkSize(hooked.values);
  const context = { schema, find: hooked.targets.find, at: now.getTime(), path: [], faults: [] };
  return {
    draft: { ...draft, ...hooked.values, updatedAt: now },
    relatedUpdates: (source: LinkSource) => relatedUpdatesOf(unit, hooked.input, source, schema, context),
  };
};
