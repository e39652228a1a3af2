// Who is logged in, what their role may do, and the settings of the deployment.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { PopulateLimits } from '../schema/types.ts';
import { get } from './client.ts';

/** What a role may do with an action: with all documents, or only with some. */
export type Grant =
  | true
  | {
      readonly own?: true;
      readonly filters?: Readonly<Record<string, unknown>>;
      /** More rules apply, which the user may not know. */
      readonly restricted?: true;
    };

export interface EditorContext {
  readonly user: {
    readonly id: number;
    readonly documentId: string;
    readonly username: string;
    readonly email: string;
    /** The name of the provider that logs the user in; null: a password or a passkey does. */
    readonly provider: string | null;
    readonly role: {
      readonly id: number;
      readonly documentId: string;
      readonly name: string;
      readonly type: string;
    } | null;
  };
  /** Grants by uid and action. What is absent is not permitted. */
  readonly permissions: Readonly<Record<string, Readonly<Record<string, Grant>>>>;
  readonly settings: {
    readonly name: string;
    /** Of the first screen. */
    readonly homeLinks: readonly { readonly label: string; readonly url: string }[];
    /** `preview.url` is configured. */
    readonly preview: boolean;
    readonly presence: boolean;
    /** Of a request. */
    readonly maxBodyBytes: number;
    readonly populate: PopulateLimits;
    /** Bytes. */
    readonly upload: { readonly sizeLimit: number; readonly requestLimit: number };
    /** By uid: the address of a document on the site, with the names of its attributes in braces. */
    readonly links: Readonly<Record<string, string>>;
    readonly passwordMinLength: number;
    readonly accessSeconds: number;
    /** How long deleted documents and files can be restored; 0: deletions are final. */
    readonly trashDays: number;
    /** The uids of the types whose documents are found by words. An older deployment does not say it. */
    readonly search?: readonly string[];
  };
}

export const editorQuery = queryOptions({
  queryKey: ['editor'],
  queryFn: async () => (await get<{ data: EditorContext }>('/api/editor')).data,
  staleTime: 60_000,
});

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
export const useMaySearchFiles = (): boolean => (useEditor().settings.search ?? []).includes('plugin::upload.file');

/**
 * A function that tells whether `GET /api/search` finds the documents of a type as the user edits them. It does not while the
 * index is turned off or being built, and not for users who only read.
 */
export const useMaySearch = (): ((uid: string) => boolean) => {
  const may = useMay();
  const { search = [] } = useEditor().settings;
  return (uid) => search.includes(uid) && may('update', uid);
};
