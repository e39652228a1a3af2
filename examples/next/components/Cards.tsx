// A list of articles. The pages are small and static, so nothing is prefetched.
import Link from 'next/link';
import { slugOf, type ArticleCard } from '../lectern/content.ts';
import { Line } from './Line.tsx';
import { Picture } from './Picture.tsx';

export const Cards = ({ articles }: { readonly articles: readonly ArticleCard[] }) => (
  <ul className="cards">
    {articles.map((article, index) => (
      <li key={article.documentId}>
        <Picture file={article.cover} sizes="(min-width: 60rem) 30rem, 92vw" isFirst={index < 2} />
        <Line article={article} />
        <h2>
          <Link href={`/articles/${slugOf(article)}`} prefetch={false}>
            {article.title}
          </Link>
        </h2>
        <p>{article.summary}</p>
      </li>
    ))}
  </ul>
);
