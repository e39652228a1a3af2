// Reads an article for the page in the editor: its draft, or what is published now.
import type { ArticleCard, FullArticle } from './articles.ts';
import { lecternToken, lecternUrl } from './settings.ts';

const query = {
  'populate[cover]': 'true',
  'populate[topic][fields]': 'name',
  'populate[authors][fields]': 'name',
  'populate[related][populate]': 'cover,topic',
  'populate[sections][on][layout.text]': 'true',
  'populate[sections][on][layout.quote]': 'true',
  'populate[sections][on][layout.picture][populate]': 'image',
  'populate[sections][on][layout.reading-list][populate]': 'books',
};

/** An article in an answer. A draft may lack required attributes. */
interface AnswerCard extends Omit<ArticleCard, 'title' | 'slug' | 'publishedOn'> {
  readonly title: string | null;
  readonly slug: string | null;
  readonly publishedOn: string | null;
}

/** A relation is absent if nobody may read its documents without a token. */
interface AnswerArticle extends AnswerCard, Pick<FullArticle, 'sections'> {
  readonly authors?: FullArticle['authors'];
  readonly related?: readonly AnswerCard[];
}

export interface PreviewLink {
  readonly documentId: string;
  readonly locale: string;
  /** Undefined: what is published. */
  readonly token: string | undefined;
  /** Whether the editor shows the page: then each text of the draft ends with its source. */
  readonly isFramed: boolean;
}

const toCard = (card: AnswerCard): ArticleCard => ({
  ...card,
  title: card.title ?? '',
  slug: card.slug ?? '',
  publishedOn: card.publishedOn === null ? null : new Date(card.publishedOn),
});

/** @returns undefined if the link is invalid or expired, or the document is missing */
export const readArticle = async (link: PreviewLink): Promise<FullArticle | undefined> => {
  const { documentId, locale, token, isFramed } = link;
  const url = new URL(`/api/articles/${encodeURIComponent(documentId)}`, lecternUrl);
  url.search = new URLSearchParams({ ...query, locale, ...(token === undefined ? {} : { preview: token }) }).toString();
  const headers = {
    // A token for published content may not read drafts.
    ...(token === undefined && lecternToken ? { Authorization: `Bearer ${lecternToken}` } : {}),
    ...(token !== undefined && isFramed ? { 'strapi-encode-source-maps': 'true' } : {}),
  };
  const response = await fetch(url, { headers });
  if ([400, 401, 403, 404].includes(response.status)) return undefined;
  if (!response.ok) throw new Error(`Lectern answered ${response.status} to the preview`);
  const { data } = (await response.json()) as { readonly data: AnswerArticle };
  const { authors = [], related = [], sections } = data;
  return { ...toCard(data), authors, sections, related: related.map(toCard) };
};
