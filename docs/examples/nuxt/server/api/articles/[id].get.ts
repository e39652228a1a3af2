export default defineEventHandler(async (event) => {
  const { token } = getQuery<{ token?: string }>(event);
  const query = new URLSearchParams({ populate: 'cover', ...(token && { preview: token }) });
  const { lecternUrl } = useRuntimeConfig(event);
  const id = encodeURIComponent(getRouterParam(event, 'id')!);
  const answer = await fetch(`${lecternUrl}/api/articles/${id}?${query}`, {
    headers: token ? { 'strapi-encode-source-maps': 'true' } : {},
  });
  if (!answer.ok) throw createError({ statusCode: answer.status, statusMessage: 'This page cannot be shown' });
  if (token) setResponseHeader(event, 'cache-control', 'private, no-store');
  return (await answer.json()).data;
});
