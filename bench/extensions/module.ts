// A built module of extensions with one file, in which each kind of project code on reads and writes runs for every article.
import { defineExtension } from '../../lib/platform/lectern.ts';

const definition = defineExtension({
  types: {
    'api::article.article': {
      validate: ({ data, fail }) => {
        if (data.title === data.summary) fail('summary', 'must differ from the title');
      },
      beforeWrite: ({ data }) => ({ ...data, rating: String(data.title).length }),
      computed: {
        label: {
          type: 'string',
          from: ['title', 'publishedOn'],
          value: (entry) => `${entry.title} ${entry.publishedOn}`,
        },
      },
      canRead: () => ({ views: { $gte: 0 } }),
    },
  },
});

export const extensions = [{ file: 'extensions/articles.ts', definition }];
