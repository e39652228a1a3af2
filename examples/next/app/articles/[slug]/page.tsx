// An article, or its draft for visitors with a preview link.
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ArticleText } from '../../../components/ArticleText.tsx';
import { DraftBar } from '../../../components/DraftBar.tsx';
import { EditorFrame } from '../../../components/EditorFrame.tsx';
import { readArticle, readArticles, slugOf } from '../../../lectern/content.ts';
import { readPreviewedArticle } from '../../../lectern/preview.ts';
import { editorOrigin } from '../../../lectern/settings.ts';
import { cleanText } from '../../../lectern/sources.ts';

interface Props {
  readonly params: Promise<{ readonly slug: string }>;
}

/** The pages to build; others are built when they are first visited. */
export const generateStaticParams = async () => (await readArticles()).map((article) => ({ slug: slugOf(article) }));

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { slug } = await params;
  const draft = (await readPreviewedArticle(slug))?.article;
  const article = draft ?? (await readArticle({ slug }));
  const [title, description] = [article?.title, article?.summary].map((text) => text && cleanText(text));
  return { title, description, ...(draft && { robots: 'noindex' }) };
};

const ArticlePage = async ({ params }: Props) => {
  const { slug } = await params;
  const draft = await readPreviewedArticle(slug);
  const article = draft?.article ?? (await readArticle({ slug }));
  if (article === undefined) notFound();
  return (
    <>
      {draft?.isFramed && <EditorFrame origin={editorOrigin} />}
      {draft && !draft.isFramed && <DraftBar />}
      <ArticleText article={article} />
    </>
  );
};

export default ArticlePage;
