// Keeps the preview link of a visitor in a cookie, while Next's draft mode is on.
import { cookies, draftMode } from 'next/headers';
import { readDraft, slugOf, type FullArticle } from './content.ts';

const cookieName = 'preview';

/** @param token of the preview link */
export const startPreview = async (documentId: string, token: string): Promise<void> => {
  (await draftMode()).enable();
  (await cookies()).set(cookieName, `${documentId} ${token}`, { httpOnly: true, sameSite: 'lax' });
};

export const endPreview = async (): Promise<void> => {
  (await draftMode()).disable();
  (await cookies()).delete(cookieName);
};

/** @returns the draft that the visitor previews; undefined if that is another page, or the link expired */
export const readPreviewedArticle = async (slug: string): Promise<FullArticle | undefined> => {
  if (!(await draftMode()).isEnabled) return undefined;
  const [documentId = '', token = ''] = (await cookies()).get(cookieName)?.value.split(' ') ?? [];
  const article = await readDraft(documentId, token);
  return article && slugOf(article) === slug ? article : undefined;
};
