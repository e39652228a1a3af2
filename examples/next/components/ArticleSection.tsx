// A section of an article: one component of its dynamic zone.
import MarkdownIt from 'markdown-it';
import type { Section } from '../lectern/content.ts';
import { cleanText, sourceOf } from '../lectern/sources.ts';
import { Picture } from './Picture.tsx';

// It escapes HTML in the text, so that authors cannot add scripts.
const markdown = new MarkdownIt({ typographer: true });

export const ArticleSection = ({ section }: { readonly section: Section }) => {
  switch (section.__component) {
    case 'layout.text': {
      const body = section.body ?? '';
      return (
        <section>
          {section.heading && <h2>{section.heading}</h2>}
          <div
            data-strapi-source={sourceOf(body)}
            dangerouslySetInnerHTML={{ __html: markdown.render(cleanText(body)) }}
          />
        </section>
      );
    }
    case 'layout.quote':
      return (
        <figure className="quote">
          <blockquote>{section.text}</blockquote>
          {section.source && <figcaption>{section.source}</figcaption>}
        </figure>
      );
    case 'layout.picture':
      return (
        <figure className="picture">
          <Picture file={section.image} sizes="(min-width: 60rem) 52rem, 92vw" />
          {section.caption && <figcaption>{section.caption}</figcaption>}
        </figure>
      );
    case 'layout.reading-list':
      return (
        <section>
          {section.heading && <h2>{section.heading}</h2>}
          <ul>
            {section.books.map(({ title, writer, year }) => (
              <li key={title}>
                <cite>{title}</cite>
                {writer && `, ${writer}`}
                {year && ` (${year})`}
              </li>
            ))}
          </ul>
        </section>
      );
  }
};
