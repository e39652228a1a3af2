// What is published of an article, while the editor shows its draft.
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ArticleText } from '../../../../components/ArticleText.tsx';
import { readArticle, readArticles } from '../../../../lectern/content.ts';
import { locale } from '../../../../lectern/settings.ts';

interface Props {
  readonly params: Promise<{ readonly locale: string; readonly documentId: string }>;
}

export const metadata: Metadata = { robots: 'noindex' };

export const generateStaticParams = async () =>
  (await readArticles()).map(({ documentId }) => ({ locale, documentId }));

const PublishedPage = async ({ params }: Props) => {
  const { locale: language, documentId } = await params;
  const article = await readArticle({ documentId }, language);
  // Lectern answers `*` with any locale.
  if (article?.locale !== language) notFound();
  return <ArticleText article={article} />;
};

export default PublishedPage;
