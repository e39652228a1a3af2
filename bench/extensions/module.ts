// A built module of extensions with one file, in which each kind of project code on reads and writes runs for every article, of the benchmark's content types and of
// the sample site's.
import { defineExtension } from '../../lib/platform/lectern.ts';

const definition = defineExtension({
  types: {
    'api::article.article': {
      validate: ({ data, fail }) => {
        if (data.title === data.summary) fail('summary', 'must differ from the title');
      },
      beforeWrite: ({ data }) => ({ ...data, featured: String(data.title).length > 10 }),
      computed: {
        label: {
          type: 'string',
          from: ['title', 'publishedOn'],
          value: (entry) => `${entry.title} ${entry.publishedOn}`,
        },
      },
      canRead: () => ({ title: { $notNull: true } }),
    },
  },
});

export const extensions = [{ file: 'extensions/articles.ts', definition }];
