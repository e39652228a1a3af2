// The line above a title: topic, date and reading time.
import type { FullArticle } from '../lectern/content.ts';
import { locale } from '../lectern/settings.ts';
import { sourceBeside } from '../lectern/sources.ts';

const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });

interface Props {
  readonly article: Pick<FullArticle, 'title' | 'topic' | 'publishedOn' | 'readingMinutes'>;
}

export const Line = ({ article: { title, topic, publishedOn, readingMinutes } }: Props) => (
  <p className="line">
    {topic && <span className="topic">{topic.name} </span>}
    {publishedOn && (
      <time dateTime={publishedOn} data-strapi-source={sourceBeside(title, 'publishedOn')}>
        {dates.format(new Date(publishedOn))}
      </time>
    )}
    {readingMinutes && ` · ${readingMinutes} min read`}
  </p>
);
