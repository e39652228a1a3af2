// An article with its sections and related articles: what is published, or a draft.
import type { FullArticle } from '../lectern/content.ts';
import { ArticleSection } from './ArticleSection.tsx';
import { Cards } from './Cards.tsx';
import { Line } from './Line.tsx';
import { Picture } from './Picture.tsx';

const names = new Intl.ListFormat('en');

export const ArticleText = ({ article }: { readonly article: FullArticle }) => {
  const { title, summary, cover, authors, related, sections, locale } = article;
  return (
    <>
      <article className="article" lang={locale}>
        <Line article={article} />
        <h1>{title}</h1>
        <p className="summary">{summary}</p>
        {authors.length > 0 && (
          <p className="line">
            By {/* Elements of their own, so that a click finds the author. */}
            {names
              .formatToParts(authors.map(({ name }) => name))
              .map(({ type, value }, index) => (type === 'element' ? <span key={index}>{value}</span> : value))}
          </p>
        )}
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
