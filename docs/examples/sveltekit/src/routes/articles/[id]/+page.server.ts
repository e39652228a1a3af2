import { error } from '@sveltejs/kit';
import { env } from '$env/dynamic/private';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ params, url, setHeaders }) => {
  const token = url.searchParams.get('token');
  const query = new URLSearchParams({ populate: 'cover', ...(token && { preview: token }) });
  const answer = await fetch(`${env.LECTERN_URL}/api/articles/${encodeURIComponent(params.id)}?${query}`, {
    headers: token ? { 'strapi-encode-source-maps': 'true' } : {},
  });
  if (!answer.ok) error(answer.status, 'This page cannot be shown');
  if (token)
    setHeaders({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  return { article: (await answer.json()).data };
};
