import { defineExtension } from 'lectern';

export default defineExtension({
  on: {
    'entry.update': async ({ event, document, documents }) => {
      if (event.uid !== 'api::article.article') return;
      const readingMinutes = Math.max(1, Math.round((document.summary ?? '').length / 40));
      if (document.readingMinutes === readingMinutes) return;
      const query = { status: 'draft', locale: event.locale ?? 'en' } as const;
      await documents.asSystem.update(event.uid, event.documentId, { readingMinutes }, query);
    },
  },
});
