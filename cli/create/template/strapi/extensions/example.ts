// What this site adds to its content types, in place of Strapi's lifecycles, policies, controllers and routes. Each file of
// this folder may add to any content type; see node_modules/lectern/docs/extending.md.
import { defineExtension } from 'lectern';

export default defineExtension({
  types: {
    // 'api::article.article': {
    //   // In place of beforeCreate and beforeUpdate. A fault refuses the write with 400 and the path of the value.
    //   validate({ data, fail }) {
    //     if (data.title === data.subtitle) fail('subtitle', 'must differ from the title');
    //   },
    //   beforeWrite({ data }) {
    //     return { ...data, title: data.title.trim() };
    //   },
    // },
  },
});
