// Who wrote or deleted a document.

/** A user or a token; their names are null if the user may not know them. */
export type Writer =
  | { readonly type: 'user'; readonly documentId: string; readonly username: string | null }
  | { readonly type: 'token'; readonly id: number; readonly name: string | null };

/** @returns undefined for a writer without a name that the user may know */
export const writerName = (writer: Writer | null): string | undefined =>
  (writer?.type === 'user' ? writer.username : writer?.name) ?? undefined;
