// What this site adds to articles. Each file of this folder may add to any content type; see node_modules/lectern/docs/extending.md.
import { defineExtension } from 'lectern';

export default defineExtension({
  types: {
    'api::article.article': {
      // Runs before each write, in its transaction. A fault refuses the write with 400 and the path of the value.
      validate({ data, status, fail }) {
        if (status === 'published' && !data.summary) fail('summary', 'must be defined: lists show it');
      },
      // Answers have these attributes like any other. They are computed when they are read, and never stored.
      computed: {
        label: {
          type: 'string',
          from: ['form', 'readingMinutes'],
          value: ({ form, readingMinutes }) => `${form ?? 'article'}, ${readingMinutes ?? 1} min`,
        },
      },
    },
  },
});
