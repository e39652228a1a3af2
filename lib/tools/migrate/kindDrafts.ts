// Draft & publish switched on or off: documents have two versions from now on, or one.
import type { Stored, Version } from '../../platform/db/index.ts';
import { checkVersion } from '../../write/input/index.ts';
import { same, without } from './values.ts';
import { nameOf } from './places.ts';
import type { DocumentEdit, Kind, Of } from './types.ts';
import { gone } from './gone.ts';

const systems = new Set(['id', 'createdAt', 'updatedAt', 'publishedAt']);

const saysTheSame = (a: Version, b: Version): boolean => {
  const said = (version: Version): object =>
    Object.fromEntries(
      Object.entries(version)
        .filter(([name, value]) => !systems.has(name) && value !== null)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  return same(said(a), said(b));
};

const draftOf = (published: Version, id: number): Version => ({
  ...(without(published, 'publishedAt') as Version),
  id,
});

const withDraft: DocumentEdit = async (document, type, { again, nextId }) => {
  const { draft, published } = document;
  if (published === undefined) return document;
  if (draft === undefined) return { ...document, draft: draftOf(published, await nextId(type)) };
  // A server of before knows of no draft: what it wrote after the migration is the newer of the two.
  return again && published.updatedAt > draft.updatedAt
    ? { ...document, draft: draftOf(published, draft.id) }
    : document;
};

export const draftsOn: Kind<Of<'drafts on'>> = {
  level: () => 'must',
  told: () => 'has drafts from now on: what is published gets a draft that says the same',
  document: () => withDraft,
};

const withoutDraft =
  (keep: 'draft' | 'published' | undefined): DocumentEdit =>
  async (document, type, going, seen) => {
    const { next, now } = going;
    const { draft, ...rest } = document;
    const { published } = rest;
    if (draft === undefined) return document;
    if (published !== undefined && (keep === 'published' || saysTheSame(draft, published))) return rest;
    if (keep === 'published') return gone(document, now, (await going.others(document, type)).length === 0);
    if (keep === undefined) {
      seen.stuck(
        published === undefined ? 'was never published' : 'has a draft that says something else than what is published',
      );
      return document;
    }
    const shown: Version = { ...draft, id: (published ?? draft).id, publishedAt: published?.publishedAt ?? now };
    const [fault] = checkVersion(next, type, shown);
    if (fault !== undefined) seen.stuck(`has a draft that cannot be published: ${fault.message}`);
    return { ...rest, published: shown } satisfies Stored;
  };

export const draftsOff: Kind<Of<'drafts off'>> = {
  level: () => 'must',
  told: ({ holder, keep }, { base }) => {
    const name = nameOf(base, holder);
    if (keep === 'draft') return 'has no drafts from now on: what drafts say is published';
    if (keep === 'published')
      return 'has no drafts from now on: what is published stays, documents that never were are deleted';
    return `has no drafts from now on: --keep ${name}=published leaves what is published, --keep ${name}=draft publishes what drafts say`;
  },
  document: ({ keep }) => withoutDraft(keep),
};
