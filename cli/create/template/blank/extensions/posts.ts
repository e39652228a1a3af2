// What this site adds to posts. Each file of this folder may add to any content type; see node_modules/lectern/docs/extending.md.
import { defineExtension } from 'lectern';

export default defineExtension({
  types: {
    'api::post.post': {
      // Runs before each write, in its transaction. A fault refuses the write with 400 and the path of the value.
      validate({ data, status, fail }) {
        if (status === 'published' && !data.body) fail('body', 'must be defined: a published post has text');
      },
    },
  },
});
