// Made of the content types by `lectern types generate`. Do not edit it: make it again.
/* eslint-disable */

/** By the name in their path. */
export interface ContentTypes extends Collections, Singles {}

export interface Collections {
  articles: ArticleModel;
  authors: AuthorModel;
  topics: TopicModel;
}

export interface Singles {
  about: AboutModel;
  site: SiteModel;
}

/** By uid. */
export interface Types {
  'api::about.about': AboutModel;
  'api::article.article': ArticleModel;
  'api::author.author': AuthorModel;
  'api::site.site': SiteModel;
  'api::topic.topic': TopicModel;
  'plugin::users-permissions.user': UserModel;
  'plugin::users-permissions.role': UserRoleModel;
  'plugin::upload.file': MediaFileModel;
}

export interface Components {
  'layout.article-list': LayoutArticleListModel;
  'layout.link': LayoutLinkModel;
  'layout.picture': LayoutPictureModel;
  'layout.quote': LayoutQuoteModel;
  'layout.reading-list': LayoutReadingListModel;
  'layout.text': LayoutTextModel;
  'shared.book': SharedBookModel;
  'shared.seo': SharedSeoModel;
}

/** About: /api/about */
export type About<Q extends Asked<AboutModel> = {}> = AnswerTo<AboutModel, Q>;
export interface AboutModel {
  fields: {
    id: number;
    documentId: string;
    title: string;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
    locale: string;
  };
  links: {
    sections: DynamicZone<'layout.text' | 'layout.quote' | 'layout.picture' | 'layout.article-list'>;
    seo: Maybe<SharedSeoModel>;
    localizations: Many<AboutModel>;
  };
  draftLacks: 'title' | 'publishedAt';
  input: AboutInput;
}
export interface AboutInput {
  title: string;
  sections?: readonly ZoneInput<'layout.text' | 'layout.quote' | 'layout.picture' | 'layout.article-list'>[];
  seo?: SharedSeoInput | null;
}

/** Article: /api/articles */
export type Article<Q extends Asked<ArticleModel> = {}> = AnswerTo<ArticleModel, Q>;
export interface ArticleModel {
  fields: {
    id: number;
    documentId: string;
    title: string;
    slug: string;
    summary: string | null;
    form: 'essay' | 'guide' | 'visit' | null;
    publishedOn: string | null;
    readingMinutes: number | null;
    featured: boolean | null;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
    locale: string;
  };
  links: {
    cover: MaybeFile<MediaFileModel>;
    topic: Maybe<TopicModel>;
    authors: Many<AuthorModel>;
    related: Many<ArticleModel>;
    sections: DynamicZone<'layout.text' | 'layout.quote' | 'layout.picture' | 'layout.reading-list'>;
    seo: Maybe<SharedSeoModel>;
    localizations: Many<ArticleModel>;
  };
  draftLacks: 'title' | 'slug' | 'publishedAt';
  input: ArticleInput;
}
export interface ArticleInput {
  title: string;
  slug?: string;
  summary?: string | null;
  form?: 'essay' | 'guide' | 'visit' | null;
  publishedOn?: string | null;
  readingMinutes?: number | null;
  featured?: boolean | null;
  cover?: ToOne;
  topic?: ToOne;
  authors?: ToMany;
  related?: ToMany;
  sections?: readonly ZoneInput<'layout.text' | 'layout.quote' | 'layout.picture' | 'layout.reading-list'>[];
  seo?: SharedSeoInput | null;
}

/** Author: /api/authors */
export type Author<Q extends Asked<AuthorModel> = {}> = AnswerTo<AuthorModel, Q>;
export interface AuthorModel {
  fields: {
    id: number;
    documentId: string;
    name: string;
    slug: string;
    role: string | null;
    bio: string | null;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
  };
  links: {
    portrait: MaybeFile<MediaFileModel>;
    articles: Many<ArticleModel>;
  };
  draftLacks: never;
  input: AuthorInput;
}
export interface AuthorInput {
  name: string;
  slug?: string;
  role?: string | null;
  bio?: string | null;
  portrait?: ToOne;
  articles?: ToMany;
}

/** Site: /api/site */
export type Site<Q extends Asked<SiteModel> = {}> = AnswerTo<SiteModel, Q>;
export interface SiteModel {
  fields: {
    id: number;
    documentId: string;
    name: string;
    tagline: string | null;
    email: string | null;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
    locale: string;
  };
  links: {
    logo: MaybeFile<MediaFileModel>;
    navigation: Many<LayoutLinkModel>;
    defaultSeo: Maybe<SharedSeoModel>;
    localizations: Many<SiteModel>;
  };
  draftLacks: never;
  input: SiteInput;
}
export interface SiteInput {
  name: string;
  tagline?: string | null;
  email?: string | null;
  logo?: ToOne;
  navigation?: readonly LayoutLinkInput[];
  defaultSeo?: SharedSeoInput | null;
}

/** Topic: /api/topics */
export type Topic<Q extends Asked<TopicModel> = {}> = AnswerTo<TopicModel, Q>;
export interface TopicModel {
  fields: {
    id: number;
    documentId: string;
    name: string;
    slug: string;
    description: string | null;
    colour: string | null;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
  };
  links: {
    articles: Many<ArticleModel>;
  };
  draftLacks: never;
  input: TopicInput;
}
export interface TopicInput {
  name: string;
  slug?: string;
  description?: string | null;
  colour?: string | null;
  articles?: ToMany;
}

/** User: plugin::users-permissions.user */
export type User<Q extends Asked<UserModel> = {}> = AnswerTo<UserModel, Q>;
export interface UserModel {
  fields: {
    id: number;
    documentId: string;
    username: string;
    email: string;
    provider: string | null;
    confirmed: boolean | null;
    blocked: boolean | null;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
  };
  links: {
    role: Maybe<UserRoleModel>;
  };
  draftLacks: never;
  input: never;
}

/** Role: plugin::users-permissions.role */
export type UserRole<Q extends Asked<UserRoleModel> = {}> = AnswerTo<UserRoleModel, Q>;
export interface UserRoleModel {
  fields: {
    id: number;
    documentId: string;
    name: string;
    description: string | null;
    type: string | null;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
  };
  links: {
    users: Many<UserModel>;
  };
  draftLacks: never;
  input: never;
}

/** File: plugin::upload.file */
export type MediaFile<Q extends Asked<MediaFileModel> = {}> = AnswerTo<MediaFileModel, Q>;
export interface MediaFileModel {
  fields: {
    id: number;
    documentId: string;
    name: string;
    alternativeText: string | null;
    caption: string | null;
    focalPoint: { x: number; y: number } | null;
    width: number | null;
    height: number | null;
    formats: MediaFormats | null;
    hash: string;
    ext: string | null;
    mime: string;
    size: number;
    url: string;
    previewUrl: string | null;
    provider: string;
    provider_metadata: unknown;
    isUrlSigned?: boolean;
    createdAt: string;
    updatedAt: string;
    publishedAt: string;
  };
  links: {};
  draftLacks: never;
  input: never;
}

/** Article list: layout.article-list */
export type LayoutArticleList<Q extends Asked<LayoutArticleListModel> = {}> = AnswerTo<LayoutArticleListModel, Q>;
export interface LayoutArticleListModel {
  fields: {
    heading: string | null;
  };
  links: {
    articles: Many<ArticleModel>;
  };
  draftLacks: never;
  input: LayoutArticleListInput;
}
export interface LayoutArticleListInput {
  heading?: string | null;
  articles?: ToMany;
}

/** Link: layout.link */
export type LayoutLink<Q extends Asked<LayoutLinkModel> = {}> = AnswerTo<LayoutLinkModel, Q>;
export interface LayoutLinkModel {
  fields: {
    label: string;
    url: string;
  };
  links: {};
  draftLacks: 'label' | 'url';
  input: LayoutLinkInput;
}
export interface LayoutLinkInput {
  label: string;
  url: string;
}

/** Picture: layout.picture */
export type LayoutPicture<Q extends Asked<LayoutPictureModel> = {}> = AnswerTo<LayoutPictureModel, Q>;
export interface LayoutPictureModel {
  fields: {
    caption: string | null;
  };
  links: {
    image: MaybeFile<MediaFileModel>;
  };
  draftLacks: never;
  input: LayoutPictureInput;
}
export interface LayoutPictureInput {
  image?: ToOne;
  caption?: string | null;
}

/** Quote: layout.quote */
export type LayoutQuote<Q extends Asked<LayoutQuoteModel> = {}> = AnswerTo<LayoutQuoteModel, Q>;
export interface LayoutQuoteModel {
  fields: {
    text: string;
    source: string | null;
  };
  links: {};
  draftLacks: 'text';
  input: LayoutQuoteInput;
}
export interface LayoutQuoteInput {
  text: string;
  source?: string | null;
}

/** Reading list: layout.reading-list */
export type LayoutReadingList<Q extends Asked<LayoutReadingListModel> = {}> = AnswerTo<LayoutReadingListModel, Q>;
export interface LayoutReadingListModel {
  fields: {
    heading: string | null;
  };
  links: {
    books: Many<SharedBookModel>;
  };
  draftLacks: never;
  input: LayoutReadingListInput;
}
export interface LayoutReadingListInput {
  heading?: string | null;
  books?: readonly SharedBookInput[];
}

/** Text: layout.text */
export type LayoutText<Q extends Asked<LayoutTextModel> = {}> = AnswerTo<LayoutTextModel, Q>;
export interface LayoutTextModel {
  fields: {
    heading: string | null;
    body: string;
  };
  links: {};
  draftLacks: 'body';
  input: LayoutTextInput;
}
export interface LayoutTextInput {
  heading?: string | null;
  body: string;
}

/** Book: shared.book */
export type SharedBook<Q extends Asked<SharedBookModel> = {}> = AnswerTo<SharedBookModel, Q>;
export interface SharedBookModel {
  fields: {
    title: string;
    writer: string | null;
    year: number | null;
    note: string | null;
  };
  links: {};
  draftLacks: 'title';
  input: SharedBookInput;
}
export interface SharedBookInput {
  title: string;
  writer?: string | null;
  year?: number | null;
  note?: string | null;
}

/** SEO: shared.seo */
export type SharedSeo<Q extends Asked<SharedSeoModel> = {}> = AnswerTo<SharedSeoModel, Q>;
export interface SharedSeoModel {
  fields: {
    metaTitle: string;
    metaDescription: string | null;
  };
  links: {
    image: MaybeFile<MediaFileModel>;
  };
  draftLacks: 'metaTitle';
  input: SharedSeoInput;
}
export interface SharedSeoInput {
  metaTitle: string;
  metaDescription?: string | null;
  image?: ToOne;
}

// What follows is the same for every schema.

/** What there is of a document or component: its values, what can be populated, how it is written. */
interface ContentModel {
  fields: object;
  links: object;
  input: unknown;
  /** Names of values that a draft may lack. */
  draftLacks: PropertyKey;
}

// What a link leads to when it is populated.
interface LinkTo<M> {
  to: M;
}
interface Maybe<M> extends LinkTo<M> {
  kind: 'one, or null';
}
interface One<M> extends LinkTo<M> {
  kind: 'one; in drafts one, or null';
}
interface Many<M> extends LinkTo<M> {
  kind: 'a list';
}
interface MaybeFile<M> extends LinkTo<M> {
  kind: 'a file, or null';
}
interface ManyFiles<M> extends LinkTo<M> {
  kind: 'a list of files';
}
interface DynamicZone<C extends keyof Components> {
  zone: C;
}
interface AnyType {
  kind: 'a document of any type, or null';
}
interface AnyTypes {
  kind: 'a list of documents of any types';
}

type LinkName<M extends ContentModel> = keyof M['links'] & string;
/** A link, or one behind it: 'authors', 'authors.portrait'. */
type LinkPath<M extends ContentModel> = LinkName<M> | `${LinkName<M>}.${string}`;
type LinkPaths<M extends ContentModel> = '*' | LinkPath<M> | readonly ('*' | LinkPath<M>)[];

export type Populate<M extends ContentModel> =
  LinkPaths<M> | { readonly [K in keyof M['links']]?: boolean | '*' | PopulateEntry<M['links'][K]> };

interface PartQuery<M extends ContentModel> {
  readonly fields?: '*' | readonly ('*' | keyof M['fields'])[];
  readonly populate?: Populate<M>;
  /** Not checked here. */
  readonly filters?: any;
  readonly sort?: string | readonly string[];
}
interface RelatedQuery<M extends ContentModel> extends PartQuery<M> {
  readonly start?: number;
  readonly limit?: number;
}
interface CountedQuery<M extends ContentModel> extends RelatedQuery<M> {
  readonly count?: boolean;
}
type PopulateEntry<L> =
  L extends DynamicZone<infer C>
    ? {
        readonly populate?: { [K in C]: LinkPaths<Components[K]> }[C];
        readonly on?: { readonly [K in C]?: true | '*' | PartQuery<Components[K]> };
      }
    : L extends AnyType | AnyTypes
      ? { readonly populate?: '*'; readonly on?: { readonly [T in keyof Types]?: true | '*' | PartQuery<Types[T]> } }
      : L extends MaybeFile<infer M extends ContentModel> | ManyFiles<infer M extends ContentModel>
        ? RelatedQuery<M>
        : L extends LinkTo<infer M extends ContentModel>
          ? CountedQuery<M>
          : never;

/** What a write is asked with. */
export interface DocumentQuery<M extends ContentModel> extends PartQuery<M> {
  readonly status?: 'draft' | 'published';
  readonly locale?: string;
  readonly fallbackLocale?: string;
}
/** What one document is read with. */
export interface ReadQuery<M extends ContentModel> extends DocumentQuery<M> {
  /** The token of a preview link: the draft that it is for. */
  readonly preview?: string;
}
/** What a list is asked for with. */
export interface ListQuery<M extends ContentModel> extends DocumentQuery<M> {
  readonly pagination?: {
    readonly page?: number;
    readonly pageSize?: number;
    readonly start?: number;
    readonly limit?: number;
    readonly cursor?: string;
    readonly withCount?: boolean;
  };
  readonly _q?: string;
  readonly hasPublishedVersion?: boolean;
  readonly publicationFilter?: string;
}

/** What is asked: paths to populate, or a query. */
type Asked<M extends ContentModel> = '*' | LinkPath<M> | ReadQuery<M> | ListQuery<M>;

/** The answer to a query; of a single name, or several, it is what populates them. */
export type AnswerTo<M extends ContentModel, Q> = [Q] extends [string]
  ? ReadAs<M, { populate: Q }, 'published'>
  : ReadAs<M, Q, StatusOf<Q>>;
type StatusOf<Q> = Q extends { preview: unknown }
  ? 'draft'
  : Q extends { status: infer S }
    ? 'draft' extends S
      ? 'draft'
      : 'published'
    : 'published';

type ReadAs<M extends ContentModel, Q, S> = Shown<ValuesOf<M, Q, S> & LinksOf<M, Q, S>>;
type Shown<T> = { [K in keyof T]: T[K] };

type ValuesOf<M extends ContentModel, Q, S> = {
  [K in keyof M['fields'] as K extends ChosenFields<M, Q> ? K : never]: S extends 'draft'
    ? K extends M['draftLacks']
      ? M['fields'][K] | null
      : M['fields'][K]
    : M['fields'][K];
};
type ChosenFields<M extends ContentModel, Q> = Q extends { fields: readonly (infer N)[] }
  ? '*' extends N
    ? keyof M['fields']
    : N | 'id' | 'documentId'
  : keyof M['fields'];

type LinksOf<M extends ContentModel, Q, S> = Q extends { populate: infer P }
  ? [P] extends [string]
    ? NamedLinks<M, P, S>
    : P extends readonly (infer N)[]
      ? NamedLinks<M, N, S>
      : { [K in keyof P & keyof M['links'] as WantedKey<P[K], K>]: FoundBy<M['links'][K], P[K], S> }
  : unknown;
type WantedKey<E, K> = false extends E ? never : undefined extends E ? never : K;
type NamedLinks<M extends ContentModel, N, S> = {
  [K in '*' extends N ? LinkName<M> : HeadOf<N> & LinkName<M>]: FoundBy<M['links'][K], TailOf<N, K>, S>;
};
type HeadOf<N> = N extends `${infer H}.${string}` ? H : N;
type TailOf<N, K extends string> = [N extends `${K}.${infer T}` ? T : never] extends [never]
  ? true
  : { populate: N extends `${K}.${infer T}` ? T : never };

/** What a link answers: `E` is what the populate says of it. */
type FoundBy<L, E, S> =
  L extends DynamicZone<infer C>
    ? EntriesOf<Components, E extends { on: infer O } ? C & keyof O : C, '__component', E, S>[]
    : L extends AnyType
      ? EntriesOf<Types, E extends { on: infer O } ? keyof Types & keyof O : keyof Types, '__type', E, S> | null
      : L extends AnyTypes
        ? EntriesOf<Types, E extends { on: infer O } ? keyof Types & keyof O : keyof Types, '__type', E, S>[]
        : L extends LinkTo<infer M extends ContentModel>
          ? E extends { count: true }
            ? { count: number }
            : L extends Many<M> | ManyFiles<M>
              ? ReadAs<M, EntryBelow<E>, S>[]
              : ReadAs<M, EntryBelow<E>, S> | (L extends One<M> ? (S extends 'draft' ? null : never) : null)
          : never;
type EntryBelow<E> = E extends '*' ? { populate: '*' } : E;
type EntriesOf<D, N extends keyof D, G extends string, E, S> = {
  [K in N]: D[K] extends ContentModel
    ? Shown<{ [T in G]: K } & ReadAs<D[K], EntryBelow<E extends { on: infer O } ? O[K & keyof O] : E>, S>>
    : never;
}[N];

/** Refuses what a query has beside the keys there are. */
type KnownKeys<Q, X> = Q extends readonly unknown[]
  ? Q
  : Q extends object
    ? { [K in keyof Q]: K extends keyof KeyedShape<X> ? KnownKeys<Q[K], KeyedShape<X>[K]> : never }
    : Q;
type KeyedShape<X> = Exclude<Extract<X, object>, readonly unknown[]>;

// As bodies write links. A documentId, or the id of a version.
export type DocumentRef =
  string | number | { readonly documentId: string; readonly locale?: string | null } | { readonly id: number };
export type PlacedRef =
  DocumentRef | { readonly documentId: string; readonly locale?: string | null; readonly position?: LinkPosition };
export type LinkPosition =
  | { readonly start: true }
  | { readonly end: true }
  | { readonly before: string | number }
  | { readonly after: string | number };
export type TypedRef =
  { readonly __type: keyof Types; readonly documentId: string } | { readonly __type: keyof Types; readonly id: number };
type ChangedLinks<R, P> =
  { readonly set: readonly R[] } | { readonly connect?: readonly P[]; readonly disconnect?: readonly R[] };
export type ToOne<R = DocumentRef, P = DocumentRef> = R | null | ChangedLinks<R, P>;
export type ToMany<R = DocumentRef, P = PlacedRef> = R | readonly R[] | null | ChangedLinks<R, P>;
type ZoneInput<C extends keyof Components> = { [K in C]: { readonly __component: K } & Components[K]['input'] }[C];

export interface MediaFormats {
  large?: MediaFormat;
  medium?: MediaFormat;
  small?: MediaFormat;
  thumbnail?: MediaFormat;
}
export interface MediaFormat {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  path: string | null;
  width: number;
  height: number;
  /** In kilobytes. */
  size: number;
  sizeInBytes: number;
  url: string;
  isUrlSigned?: boolean;
}

export type Blocks = BlockNode[];
export type BlockNode =
  | { type: 'paragraph'; children: InlineNode[] }
  | { type: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; children: InlineNode[] }
  | { type: 'quote'; children: InlineNode[] }
  | { type: 'code'; children: TextNode[] }
  | ListNode
  | { type: 'image'; image: BlockImage; children: InlineNode[] };
export interface TextNode {
  type: 'text';
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strikethrough?: boolean;
  code?: boolean;
}
export type InlineNode = TextNode | { type: 'link'; url: string; children: TextNode[] };
export interface ListNode {
  type: 'list';
  format: 'ordered' | 'unordered';
  children: (ListNode | { type: 'list-item'; children: InlineNode[] })[];
}
export interface BlockImage {
  name: string;
  alternativeText?: string | null;
  caption?: string | null;
  url: string;
  width: number;
  height: number;
  hash: string;
  ext: string;
  mime: string;
  size: number;
  provider: string;
  createdAt: string;
  updatedAt: string;
}

/** The client of Strapi with these types: `strapi({ baseURL }) as unknown as LecternClient`. */
export interface LecternClient {
  collection<N extends keyof Collections>(name: N): CollectionClient<Collections[N]>;
  single<N extends keyof Singles>(name: N): SingleClient<Singles[N]>;
}
export interface CollectionClient<M extends ContentModel> {
  find<const Q extends ListQuery<M> = {}>(
    query?: Q & KnownKeys<Q, ListQuery<M>>,
  ): Promise<{ data: AnswerTo<M, Q>[]; meta: { pagination: Pagination<Q> } }>;
  findOne<const Q extends ReadQuery<M> = {}>(
    documentId: string,
    query?: Q & KnownKeys<Q, ReadQuery<M>>,
  ): Promise<OneAnswer<M, Q>>;
  create<const Q extends DocumentQuery<M> = {}>(
    data: BodyFor<M, Q>,
    query?: Q & KnownKeys<Q, DocumentQuery<M>>,
  ): Promise<OneAnswer<M, Q>>;
  update<const Q extends DocumentQuery<M> = {}>(
    documentId: string,
    data: Partial<M['input']>,
    query?: Q & KnownKeys<Q, DocumentQuery<M>>,
  ): Promise<OneAnswer<M, Q>>;
  delete(documentId: string, query?: { readonly locale?: string }): Promise<void>;
}
export interface SingleClient<M extends ContentModel> {
  find<const Q extends ReadQuery<M> = {}>(query?: Q & KnownKeys<Q, ReadQuery<M>>): Promise<OneAnswer<M, Q>>;
  update<const Q extends DocumentQuery<M> = {}>(
    data: Partial<M['input']>,
    query?: Q & KnownKeys<Q, DocumentQuery<M>>,
  ): Promise<OneAnswer<M, Q>>;
  delete(query?: { readonly locale?: string }): Promise<void>;
}
interface OneAnswer<M extends ContentModel, Q> {
  data: AnswerTo<M, Q>;
  meta: { status?: 'draft' | 'modified' | 'published' };
}
type BodyFor<M extends ContentModel, Q> = Q extends { status: 'draft' } ? Partial<M['input']> : M['input'];

/** By page, unless the query says otherwise. */
export type Pagination<Q = {}> = Q extends { pagination: infer P }
  ? P extends { cursor: string }
    ? { pageSize: number; nextCursor: string | null } & CountedPage<P, false, { total: number }>
    : P extends { start: number } | { limit: number }
      ? { start: number; limit: number } & CountedPage<P, true, { total: number }>
      : { page: number; pageSize: number } & CountedPage<P, true, { pageCount: number; total: number }>
  : { page: number; pageSize: number; pageCount: number; total: number };
type CountedPage<P, F, T> = (P extends { withCount: infer W } ? W : F) extends true ? T : Partial<T>;
