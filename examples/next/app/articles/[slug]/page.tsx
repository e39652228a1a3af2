// An article, or its draft for visitors with a preview link.
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Cards } from '../../../components/Cards.tsx';
import { DraftBar } from '../../../components/DraftBar.tsx';
import { Line } from '../../../components/Line.tsx';
import { Picture } from '../../../components/Picture.tsx';
import { ArticleSection } from '../../../components/ArticleSection.tsx';
import { readArticle, readArticles, slugOf } from '../../../lectern/content.ts';
import { readPreviewedArticle } from '../../../lectern/preview.ts';

interface Props {
  readonly params: Promise<{ readonly slug: string }>;
}

/** The pages to build; others are built when they are first visited. */
export const generateStaticParams = async () => (await readArticles()).map((article) => ({ slug: slugOf(article) }));

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { slug } = await params;
  const draft = await readPreviewedArticle(slug);
  const article = draft ?? (await readArticle(slug));
  return { title: article?.title, description: article?.summary, ...(draft && { robots: 'noindex' }) };
};

const names = new Intl.ListFormat('en');

const ArticlePage = async ({ params }: Props) => {
  const { slug } = await params;
  const draft = await readPreviewedArticle(slug);
  const article = draft ?? (await readArticle(slug));
  if (article === undefined) notFound();
  const { title, summary, cover, authors, related, sections } = article;
  return (
    <>
      {draft && <DraftBar />}
      <article className="article">
        <Line article={article} />
        <h1>{title}</h1>
        <p className="summary">{summary}</p>
        {authors.length > 0 && <p className="line">By {names.format(authors.map(({ name }) => name))}</p>}
        <div className="picture">
          <Picture file={cover} sizes="(min-width: 60rem) 52rem, 92vw" isFirst />
        </div>
        {sections.map((section, index) => (
          <ArticleSection key={index} section={section} />
        ))}
      </article>
      {related.length > 0 && (
        <section className="related">
          <h2>Read on</h2>
          <Cards articles={related} />
        </section>
      )}
    </>
  );
};

export default ArticlePage;
