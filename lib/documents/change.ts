// What publishing, unpublishing and discarding the draft make of one document.
import type { Stored, Unit, Version, Versions } from '../db/index.ts';
import type { ContentType, Transition } from '../schema/index.ts';
import type { Service } from '../service.ts';
import { prepare } from './prepare.ts';
import { reachesOfDiscard, type Reach } from './reach.ts';

export interface Change {
  /** The versions that are written; the others stay. */
  readonly versions: Versions;
  /** The published version goes. */
  readonly unpublishes?: true;
  readonly reaches: readonly Reach[];
}

/** Undefined: the document lacks the version that the transition starts from. */
type Changing = (service: Service, unit: Unit, type: ContentType, before: Stored) => Promise<Change | undefined>;

const nothing = { input: new Map(), errors: [] };

/** The published version as the draft: with its time of update, so that it counts as unmodified. */
const draftOf = async (service: Service, type: ContentType, published: Version, draft?: Version): Promise<Version> => {
  const id = draft?.id ?? (await service.sequences.next(type.collectionName));
  const { createdAt, updatedAt } = published;
  const values = Object.entries(published).filter(([name]) => name !== 'publishedAt');
  return { ...Object.fromEntries(values), id, createdAt, updatedAt };
};

export const changes: Record<Transition, Changing> = {
  // As a PUT of nothing does.
  publish: async (service, unit, type, before) =>
    before.draft === undefined
      ? undefined
      : prepare(
          service,
          unit,
          { type, locale: before.locale, status: 'published' },
          before.documentId,
          nothing,
          before,
        ),

  unpublish: async (service, _unit, type, { draft, published }) => {
    if (published === undefined) return undefined;
    const versions = draft === undefined ? { draft: await draftOf(service, type, published) } : {};
    return { versions, unpublishes: true, reaches: [] };
  },

  'discard-draft': async (service, _unit, type, before) => {
    if (before.published === undefined) return undefined;
    const versions = { draft: await draftOf(service, type, before.published, before.draft) };
    const source = { type, documentId: before.documentId, before, written: versions };
    return { versions, reaches: reachesOfDiscard(source, service.schema) };
  },
};
