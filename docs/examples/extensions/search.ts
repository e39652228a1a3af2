import { defineExtension, type EventRequest } from 'lectern';

const index = 'https://search.example.org/indexes/articles/documents';

const sync = async ({ event, document: { title, slug }, signal }: EventRequest) => {
  if (event.uid !== 'api::article.article') return;
  const body = event.name === 'entry.publish' ? JSON.stringify({ title, slug }) : null;
  const method = body === null ? 'DELETE' : 'PUT';
  const { ok, status } = await fetch(`${index}/${event.documentId}-${event.locale}`, { method, body, signal });
  if (!ok && status !== 404) throw new Error(`the search index answered ${status}`);
};

export default defineExtension({
  on: { 'entry.publish': sync, 'entry.unpublish': sync, 'entry.delete': sync },
});
