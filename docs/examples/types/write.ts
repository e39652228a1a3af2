import type { ArticleInput, LecternClient } from './lectern.ts';

const article: ArticleInput = {
  title: 'What paper remembers',
  topic: 'bs3vh9bbq0lptvkmy6g0wr1o',
  authors: { connect: [{ documentId: 'bc1iot43wpeq8hdsj1ggq30t', position: { start: true } }] },
  sections: [{ __component: 'layout.text', body: 'Hold a sheet up to a window.' }],
  seo: null,
};

export const publish = async (client: LecternClient): Promise<void> => {
  const { data } = await client.collection('articles').create(article);
  await client.collection('articles').update(data.documentId, { form: 'essay', topic: null });
  // @ts-expect-error -- an article has to have a title
  await client.collection('articles').create({ summary: 'A sheet of paper' });
};
