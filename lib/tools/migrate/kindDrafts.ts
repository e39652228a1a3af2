// The kinds of change that switch draft & publish on or off for a type.
import type { StoredDocument, Version } from '../../platform/db/index.ts';
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
  // An older server writes only the published version, so that one is newer than the draft.
  return again && published.updatedAt > draft.updatedAt
    ? { ...document, draft: draftOf(published, draft.id) }
    : document;
};

export const draftsOn: Kind<Of<'drafts on'>> = {
  level: () => 'must',
  told: () => 'has drafts from now on: each published document gets a draft with the same content',
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
        published === undefined ? 'was never published' : 'has a draft that differs from its published version',
      );
      return document;
    }
    const shown: Version = { ...draft, id: (published ?? draft).id, publishedAt: published?.publishedAt ?? now };
    const [fault] = checkVersion(next, type, shown);
    if (fault !== undefined) seen.stuck(`has a draft that cannot be published: ${fault.message}`);
    return { ...rest, published: shown } satisfies StoredDocument;
  };

export const draftsOff: Kind<Of<'drafts off'>> = {
  level: () => 'must',
  told: ({ holder, keep }, { base }) => {
    const name = nameOf(base, holder);
    if (keep === 'draft') return 'has no drafts from now on: the drafts are published';
    if (keep === 'published')
      return 'has no drafts from now on: published versions stay, documents that were never published are deleted';
    return `has no drafts from now on: --keep ${name}=published keeps the published versions, --keep ${name}=draft publishes the drafts`;
  },
  document: ({ keep }) => withoutDraft(keep),
};
