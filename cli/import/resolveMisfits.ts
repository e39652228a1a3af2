// Decides what becomes of a document that does not fit.
import type { StoredDocument } from '../../lib/platform/db/index.ts';
import type { ArchiveRow } from './archiveRow.ts';
import { toDocument, type BuiltDocument, withoutValues } from './buildDocument.ts';
import type { OnMisfit } from './misfitChoices.ts';
import type { Misfit, ReportLine } from './types.ts';

export interface ResolvedDocument {
  /** undefined: the document is left out. */
  readonly document: StoredDocument | undefined;
  /** What does not fit and, for a document that is left out or loses its published version, its rows. */
  readonly lines: readonly ReportLine[];
}

/** The attributes with a value that not even a draft may have. */
const refusedAttributes = (misfits: readonly Misfit[]): ReadonlySet<string> =>
  new Set(misfits.filter(({ scope }) => scope === 'value').map(({ path }) => path.split('.')[0] ?? ''));

/** The draft that is imported of a document whose published version does not fit; undefined if no draft can be. */
const toDraft = ({ type, document, misfits }: BuiltDocument): StoredDocument | undefined => {
  const { documentId, locale, draft, published } = document;
  if (!type.draftAndPublish || draft === undefined || misfits.some(({ scope }) => scope === 'document'))
    return undefined;
  const isPublishable = misfits.every(({ scope }) => scope !== 'published');
  return toDocument(type, documentId, locale, {
    draft: withoutValues(draft, refusedAttributes(misfits)),
    ...(isPublishable && published !== undefined ? { published } : {}),
  });
};

const isPublished = ({ version }: ArchiveRow): boolean => version === 'published';

const isWhole = (misfits: readonly Misfit[]): boolean => misfits.every(({ scope }) => scope === 'part');

/**
 * @param onMisfit `skip` leaves out the document, `draft` imports it as a draft if it can be one. Links and values that the
 *   project cannot hold are left out by both
 */
export const resolveMisfits = (built: BuiltDocument, onMisfit: OnMisfit): ResolvedDocument => {
  const { type, rows, links, document, misfits } = built;
  const { documentId, locale } = document;
  const about = { type: type.singularName, documentId, locale };
  const lines = misfits.map(({ version, path, message, value, links: withLinks }): ReportLine => ({
    ...about,
    ...{ version, path, message },
    ...(value === undefined ? {} : { value }),
    ...(withLinks === undefined ? {} : { links: withLinks }),
  }));
  if (isWhole(misfits)) return { document, lines };
  const draft = onMisfit === 'draft' ? toDraft(built) : undefined;
  if (onMisfit === 'fail') return { document: undefined, lines };
  const lost = draft === undefined ? rows : draft.published === undefined ? rows.filter(isPublished) : [];
  const message = draft === undefined ? 'the document is left out' : 'the published version is left out';
  const lostRows = lost.map(({ version, id, data }): ReportLine => ({
    ...about,
    ...{ version, message, value: { id, ...data }, links: links.get(id) ?? [] },
  }));
  return { document: draft, lines: [...lines, ...lostRows, ...(draft === undefined ? [] : lostValues(built, about))] };
};

/** The values that a draft is imported without, each as a whole. */
const lostValues = (
  { rows, misfits }: BuiltDocument,
  about: Pick<ReportLine, 'type' | 'documentId' | 'locale'>,
): readonly ReportLine[] => {
  const row = rows.find(({ version }) => version === 'draft') ?? rows[0];
  return [...refusedAttributes(misfits)].map((path) => ({
    ...about,
    ...{ version: 'draft', path, message: 'the value is left out', value: row.data[path] },
  }));
};
