// The kinds of change that switch draft & publish on or off for a type.
import { systemFields, type StoredDocument, type Version } from '../../lib/platform/db/index.ts';
import { checkVersion } from '../../lib/write/input/index.ts';
import { isRepetition } from './copiedValues.ts';
import { storedEqual, omit } from './values.ts';
import { elementName } from './schemaElements.ts';
import type { DocumentEdit, ChangeKind, ChangeOf } from './types.ts';

/**
 * The next sweep removes links to the document.
 *
 * @param inAllLocales false: the document stays in other locales, and links to it there stay too
 */
const toTombstone = (document: StoredDocument, now: Date, inAllLocales: boolean): StoredDocument => ({
  ...omit(document, 'draft', 'draftStatus', 'published', 'single'),
  deletedAt: now,
  unswept: inAllLocales || document.locale === null ? true : document.locale,
});

const hasSameContent = (a: Version, b: Version): boolean => {
  const contentOf = (version: Version): object =>
    Object.fromEntries(
      Object.entries(version)
        .filter(([name, value]) => !systemFields.has(name) && value !== null)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  return storedEqual(contentOf(a), contentOf(b));
};

const draftOf = (published: Version, id: number): Version => ({
  ...(omit(published, 'publishedAt') as Version),
  id,
});

const addDraft: DocumentEdit = async (document, type, { phase, nextId }) => {
  const { draft, published } = document;
  if (published === undefined) return document;
  const draftStatus = 'published';
  if (draft === undefined) return { ...document, draftStatus, draft: draftOf(published, await nextId(type)) };
  // An older server writes only the published version, so that one is newer than the draft.
  return isRepetition(phase) && published.updatedAt > draft.updatedAt
    ? { ...document, draftStatus, draft: draftOf(published, draft.id) }
    : document;
};

export const draftsOnChange: ChangeKind<ChangeOf<'drafts on'>> = {
  level: () => 'must',
  describe: () => 'has drafts from now on: each published document gets a draft with the same content',
  documentEdit: () => addDraft,
};

const removeDraft =
  (keep: 'draft' | 'published' | undefined): DocumentEdit =>
  async (document, type, context, report) => {
    const { next, now } = context;
    const { draft, published } = document;
    const rest = omit(document, 'draft', 'draftStatus') as StoredDocument;
    if (draft === undefined) return document;
    if (published !== undefined && (keep === 'published' || hasSameContent(draft, published))) return rest;
    if (keep === 'published') return toTombstone(document, now, (await context.others(document, type)).length === 0);
    if (keep === undefined) {
      report.reportObstacle(
        published === undefined ? 'was never published' : 'has a draft that differs from its published version',
      );
      return document;
    }
    const publishedVersion: Version = {
      ...draft,
      id: (published ?? draft).id,
      publishedAt: published?.publishedAt ?? now,
    };
    const [fault] = checkVersion(next, type, publishedVersion);
    if (fault !== undefined) report.reportObstacle(`has a draft that cannot be published: ${fault.message}`);
    return { ...rest, published: publishedVersion } satisfies StoredDocument;
  };

export const draftsOffChange: ChangeKind<ChangeOf<'drafts off'>> = {
  level: () => 'must',
  describe: ({ holder, keep }, { base }) => {
    const name = elementName(base, holder);
    if (keep === 'draft') return 'has no drafts from now on: the drafts are published';
    if (keep === 'published')
      return 'has no drafts from now on: published versions stay, documents that were never published are deleted';
    return `has no drafts from now on: --keep ${name}=published keeps the published versions, --keep ${name}=draft publishes the drafts`;
  },
  documentEdit: ({ keep }) => removeDraft(keep),
};
