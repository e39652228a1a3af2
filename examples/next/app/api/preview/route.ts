// The address of Lectern's preview links: turns draft mode on and shows the page of the draft, or shows what is published.
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { readDraft, slugOf } from '../../../lectern/content.ts';
import { startPreview } from '../../../lectern/preview.ts';

export const GET = async ({ nextUrl: { searchParams }, headers }: NextRequest): Promise<Response> => {
  const [type, documentId = '', token = '', status] = ['type', 'id', 'token', 'status'].map(
    (name) => searchParams.get(name) ?? '',
  );
  if (type !== 'articles') return new Response('This site has no preview of this type.', { status: 404 });
  const link = { documentId, token, isFramed: headers.get('sec-fetch-dest') === 'iframe' };
  const article = await readDraft(link);
  if (article === undefined) return new Response('The preview link is invalid or has expired.', { status: 401 });
  // It has an address of its own, because draft mode is on in all frames of a browser.
  if (status === 'published') redirect(`/published/${article.locale}/${article.documentId}`);
  await startPreview(link);
  redirect(`/articles/${encodeURIComponent(slugOf(article))}`);
};
