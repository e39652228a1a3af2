// Who is logged in, what their role may do, and the settings of the deployment.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { dataQuery, type Data } from './call.ts';

export type EditorContext = Data<'GET /api/editor'>;

/** What a role may do with an action: with all documents, or only with some. */
export type Grant = EditorContext['permissions'][string][string];

export const editorQuery = queryOptions({ ...dataQuery('GET /api/editor'), staleTime: 60_000 });

/** Inside of the session only. */
export const useEditor = (): EditorContext => useSuspenseQuery(editorQuery).data;

/** @returns undefined if the role does not have the permission */
export const grantOf = ({ permissions }: EditorContext, action: string, uid: string): Grant | undefined =>
  permissions[uid]?.[action];

/** A function that tells whether the role may do `action` with at least some documents of the type `uid`. */
export const useMay = (): ((action: string, uid: string) => boolean) => {
  const context = useEditor();
  return (action, uid) => grantOf(context, action, uid) !== undefined;
};

/** Whether the words of files are found, as `useMaySearch` says it of documents. */
export const useMaySearchFiles = (): boolean => useEditor().settings.search.includes('plugin::upload.file');

/**
 * A function that tells whether `GET /api/search` finds the documents of a type as the user edits them. It does not while the
 * index is turned off or being built, and not for users who only read.
 */
export const useMaySearch = (): ((uid: string) => boolean) => {
  const may = useMay();
  const { search } = useEditor().settings;
  return (uid) => search.includes(uid) && may('update', uid);
};
