// Pure parts of the search for documents that a relation can link to.
import type { Grant } from './editor.ts';
import { documentLabel } from '../schema/documentLabel.ts';
import type { ContentType, Status } from '../schema/types.ts';

/** A document that a relation can link to. */
export interface Target {
  readonly uid: string;
  readonly documentId: string;
  readonly label: string;
  /** Undefined for types without drafts. */
  readonly status: Status | undefined;
}

/** `edit`: drafts, for users who may update them; `published`: what everybody with `find` sees. */
export type TargetView = 'edit' | 'published';

/**
 * The reads that together show every document that the user may link to. A role that may update only some documents
 * sees the drafts of these, and the published versions of the others.
 */
export const viewsOf = (update: Grant | undefined): readonly TargetView[] => {
  if (update === undefined) return ['published'];
  return update === true ? ['edit'] : ['edit', 'published'];
};

const builtInPaths: Readonly<Record<string, string>> = {
  'plugin::users-permissions.user': '/api/users',
  'plugin::users-permissions.role': '/api/users-permissions/roles',
  'plugin::upload.file': '/api/upload/files',
};

export const targetPath = ({ uid, name }: ContentType): string => builtInPaths[uid] ?? `/api/${name}`;

export const pageSize = 20;

export interface TargetSearch {
  readonly text?: string;
  readonly documentIds?: readonly string[];
  /** Instead of the main attribute. */
  readonly fields?: readonly string[];
  /** Pages start at 1. */
  readonly page?: number;
  readonly locale: string | undefined;
  /** Whether the words of the text are searched, else the text in the main attribute. Only where drafts are read. */
  readonly byWords?: boolean;
}

const textParameters = ({ mainAttribute }: ContentType, text: string): Readonly<Record<string, string>> => {
  if (text === '') return {};
  return mainAttribute === 'documentId' ? { _q: text } : { [`filters[${mainAttribute}][$containsi]`]: text };
};

/** The query of a read, with `q` if `GET /api/search` answers it; a single type has only one document, which is not searched. */
export const targetQuery = (
  type: ContentType,
  view: TargetView,
  { text = '', documentIds, fields = [type.mainAttribute], page = 1, locale, byWords = false }: TargetSearch,
): Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> => {
  const isOwnType = type.uid.startsWith('api::');
  const common = {
    ...(isOwnType && view === 'edit' ? { view: 'edit' } : {}),
    ...(type.localized ? { locale } : {}),
    ...Object.fromEntries(fields.map((name, index) => [`fields[${index}]`, name])),
  };
  if (type.kind === 'singleType') return common;
  const isRanked = byWords && isOwnType && view === 'edit' && text !== '';
  return {
    ...common,
    ...(documentIds === undefined ? {} : { 'filters[documentId][$in]': documentIds }),
    ...(isRanked ? { q: text } : textParameters(type, text)),
    ...(isRanked || (view !== 'edit' && type.privateSystem?.includes('updatedAt')) ? {} : { sort: 'updatedAt:desc' }),
    'pagination[page]': page,
    'pagination[pageSize]': documentIds?.length ?? pageSize,
    'pagination[withCount]': false,
  };
};

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** The documents in any answer. */
export const rowsIn = (body: unknown): readonly Row[] => {
  const envelope: Row = isRow(body) ? body : {};
  const content = Array.isArray(body) ? body : (envelope.data ?? envelope.roles ?? []);
  return (Array.isArray(content) ? content : [content]).filter(isRow);
};

/** The documents and their statuses in any answer: a list, a document, users without an envelope, roles. */
export const targetsIn = (type: ContentType, view: TargetView, body: unknown): readonly Target[] => {
  const envelope: Row = isRow(body) ? body : {};
  const rows = rowsIn(body);
  const status = isRow(envelope.meta) ? envelope.meta.status : undefined;
  const statuses = Array.isArray(status) ? status : [status];
  return rows.map((row, index) => ({
    uid: type.uid,
    documentId: String(row.documentId),
    label: documentLabel(type, row),
    status: !type.draftAndPublish ? undefined : view === 'edit' ? toStatus(statuses[index]) : 'published',
  }));
};

const toStatus = (value: unknown): Status | undefined =>
  value === 'draft' || value === 'modified' || value === 'published' ? value : undefined;

/** Joins the answers of several views, drafts first: of a document that is in both, the draft counts. */
export const mergeTargets = (answers: readonly (readonly Target[])[]): readonly Target[] => {
  const merged = new Map<string, Target>();
  for (const target of answers.flat()) if (!merged.has(target.documentId)) merged.set(target.documentId, target);
  return [...merged.values()];
};
