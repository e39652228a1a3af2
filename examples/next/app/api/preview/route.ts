// The address of Lectern's preview links: turns draft mode on and shows the page of the draft.
import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { readDraft, slugOf } from '../../../lectern/content.ts';
import { startPreview } from '../../../lectern/preview.ts';

export const GET = async ({ nextUrl: { searchParams } }: NextRequest): Promise<Response> => {
  const [type, documentId = '', token = ''] = ['type', 'id', 'token'].map((name) => searchParams.get(name) ?? '');
  if (type !== 'articles') return new Response('This site has no preview of this type.', { status: 404 });
  const article = await readDraft(documentId, token);
  if (article === undefined) return new Response('The preview link is invalid or has expired.', { status: 401 });
  await startPreview(documentId, token);
  redirect(`/articles/${encodeURIComponent(slugOf(article))}`);
};
