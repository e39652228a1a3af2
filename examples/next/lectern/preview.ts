// Keeps the preview link of a visitor in a cookie, while Next's draft mode is on.
import { cookies, draftMode } from 'next/headers';
import { readDraft, slugOf, type FullArticle } from './content.ts';
import type { PreviewLink } from './request.ts';

const cookieName = 'preview';

export const startPreview = async (link: PreviewLink): Promise<void> => {
  (await draftMode()).enable();
  // The same attributes as the cookie of the draft mode, so that the editor may be on another site.
  (await cookies()).set(cookieName, JSON.stringify(link), { httpOnly: true, secure: true, sameSite: 'none' });
};

export const endPreview = async (): Promise<void> => {
  (await draftMode()).disable();
  (await cookies()).delete(cookieName);
};

export interface PreviewedArticle extends Pick<PreviewLink, 'isFramed'> {
  readonly article: FullArticle;
}

/** @returns the draft that the visitor previews; undefined if that is another page, or the link expired */
export const readPreviewedArticle = async (slug: string): Promise<PreviewedArticle | undefined> => {
  if (!(await draftMode()).isEnabled) return undefined;
  const cookie = (await cookies()).get(cookieName);
  if (cookie === undefined) return undefined;
  const link = JSON.parse(cookie.value) as PreviewLink;
  const article = await readDraft(link);
  return article && slugOf(article) === slug ? { article, isFramed: link.isFramed } : undefined;
};
