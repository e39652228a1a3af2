// Computes the versions of a document after publishing, unpublishing, or discarding the draft.
import type { StoredDocument, Transaction, Version } from '../../../platform/db/index.ts';
import type { ContentType, Status, Transition } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { linkLocaleOf, prepareVersions } from './prepare.ts';
import { relatedUpdatesOfDiscard } from '../links/relatedUpdates.ts';
import type { RelatedUpdate, LinkSource } from '../links/types.ts';
import type { RewriteInput } from './rewrite.ts';
import { localeUpdates } from '../locales/sharedAttributes.ts';

export interface TransitionResult extends RewriteInput {
  readonly relatedUpdates: readonly RelatedUpdate[];
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
    type: ContentType,
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
    change: async (service, unit, type, before, others) => {
      const target = { type, locale: before.locale, status: 'published' } as const;
      const prepared = await prepareVersions(service, unit, target, before.documentId, emptyBody, before, others);
      return { ...prepared, actions: ['publish'], at: service.now() };
    },
  },

  unpublish: {
    from: 'published',
    change: async (service, _unit, type, { draft, published }) => {
      if (published === undefined) throw missingVersion('published');
      const versions = draft === undefined ? { draft: await draftOf(service, type, published) } : {};
      return { versions, unpublishes: true, relatedUpdates: [], actions: ['unpublish'], at: service.now() };
    },
  },

  'discard-draft': {
    from: 'published',
    change: async (service, _unit, type, before, others) => {
      if (before.published === undefined) throw missingVersion('published');
      const versions = { draft: await draftOf(service, type, before.published, before.draft) };
      const { documentId, locale } = before;
      const source: LinkSource = {
        type,
        documentId,
        locale,
        linkLocale: await linkLocaleOf(service, locale),
        before,
        written: versions,
      };
      const followed = localeUpdates(type, versions, others, service.now());
      const relatedUpdates = [...followed, ...relatedUpdatesOfDiscard(source, service.schema)];
      return { versions, relatedUpdates, actions: ['discard-draft'], at: service.now() };
    },
  },
};
