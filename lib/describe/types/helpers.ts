// The part of a generated module that is the same for every schema: the types that queries, answers and bodies use. The
// types of blocks follow `lib/write/input/blocks.ts`, those of files `lib/media/records/fileRecord.ts`.

export const helpers = `// The rest of this file is the same for every schema.

/** The model of a document or component: its values, what can be populated, its body. */
interface ContentModel {
  fields: object;
  links: object;
  input: unknown;
  /** Names of values that a draft may lack. */
  draftLacks: PropertyKey;
  /** What reads populate without \`populate\`. */
  defaultPopulate?: object;
  populateMode?: 'always';
}

// The kinds of links, for populate.
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
/** A link, or a path of links: 'authors', 'authors.portrait'. */
type LinkPath<M extends ContentModel> = LinkName<M> | \`\${LinkName<M>}.\${string}\`;
type LinkPaths<M extends ContentModel> = '*' | LinkPath<M> | readonly ('*' | LinkPath<M>)[];

/** What to populate; an empty text: nothing, instead of the default of the type. */
export type Populate<M extends ContentModel> =
  '' | LinkPaths<M> | { readonly [K in keyof M['links']]?: boolean | '*' | PopulateEntry<M['links'][K]> };

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

/** The query of a write. */
export interface DocumentQuery<M extends ContentModel> extends PartQuery<M> {
  readonly status?: 'draft' | 'published';
  readonly locale?: string;
  readonly fallbackLocale?: string;
}
/** The query for one document. */
export interface ReadQuery<M extends ContentModel> extends DocumentQuery<M> {
  /** With status 'draft': the id of a release. The answer is what the site will answer after it. */
  readonly release?: number;
  /** The token of a preview link; the answer is its draft. */
  readonly preview?: string;
}
/** The query for a list. */
export interface ListQuery<M extends ContentModel> extends DocumentQuery<M> {
  /** With status 'draft': the id of a release. The answer is what the site will answer after it. */
  readonly release?: number;
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

/** The query for a list, with words to search if the type has \`options.search\`. */
export interface SearchableListQuery<M extends ContentModel> extends ListQuery<M> {
  readonly search?: string;
}
/** The answer of GET /api/search. */
export interface SearchAnswer {
  data: SearchResult[];
  meta: { pagination: Pagination; facets: { types: Record<string, number> } };
}
export interface SearchResult {
  /** The uid of the content type. */
  type: string;
  documentId: string;
  locale?: string;
  title: string | null;
  /** HTML: escaped text with mark elements. */
  excerpt: string;
  /** The document, if \`fields\` or \`populate\` is set. */
  entry?: object;
}

/** A query, or the paths to populate. */
type QueryOrPaths<M extends ContentModel> = '*' | LinkPath<M> | ReadQuery<M> | ListQuery<M>;

/** What a query is for: only reads populate something by default. */
type Purpose = 'find' | 'findOne' | 'write';

/** The answer to a query. A name, or a union of names, stands for a query that populates them. */
export type AnswerTo<M extends ContentModel, Q, A extends Purpose = 'findOne'> = [Q] extends [string]
  ? ReadAs<M, { populate: Q }, 'published'>
  : ReadAs<M, WithDefault<M, Q, A>, StatusOf<Q>>;
type WithDefault<M extends ContentModel, Q, A extends Purpose> = M extends {
  populateMode: 'always';
  defaultPopulate: { [K in A]: infer P };
}
  ? Omit<Q, 'populate'> & { populate: P }
  : 'populate' extends keyof Q
  ? Q
  : M extends { defaultPopulate: { [K in A]: infer P } }
    ? Q & { populate: P }
    : Q;
type StatusOf<Q> = Q extends { preview: unknown }
  ? 'draft'
  : Q extends { status: infer S }
    ? 'draft' extends S
      ? 'draft'
      : 'published'
    : 'published';

type ReadAs<M extends ContentModel, Q, S> = Flatten<ValuesOf<M, Q, S> & LinksOf<M, Q, S>>;
type Flatten<T> = { [K in keyof T]: T[K] };

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
type HeadOf<N> = N extends \`\${infer H}.\${string}\` ? H : N;
type TailOf<N, K extends string> = [N extends \`\${K}.\${infer T}\` ? T : never] extends [never]
  ? true
  : { populate: N extends \`\${K}.\${infer T}\` ? T : never };

/** The answer of a link; \`E\` is its entry in populate. */
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
    ? Flatten<{ [T in G]: K } & ReadAs<D[K], EntryBelow<E extends { on: infer O } ? O[K & keyof O] : E>, S>>
    : never;
}[N];

/** Refuses unknown keys of a query. */
type KnownKeys<Q, X> = Q extends readonly unknown[]
  ? Q
  : Q extends object
    ? { [K in keyof Q]: K extends keyof KeyedShape<X> ? KnownKeys<Q[K], KeyedShape<X>[K]> : never }
    : Q;
type KeyedShape<X> = Exclude<Extract<X, object>, readonly unknown[]>;

// Links in bodies: a documentId, or the id of a version.
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
  | { readonly set: readonly R[] }
  | {
      readonly connect?: readonly P[];
      readonly disconnect?: readonly R[];
      /** Whether a position must name a connected document; otherwise the position is the end. */
      readonly options?: { readonly strict?: boolean };
    };
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

/** The types of Strapi's client: \`strapi({ baseURL }) as unknown as LecternClient\`. */
export interface LecternClient {
  collection<N extends keyof Collections>(name: N): CollectionClient<Collections[N]>;
  single<N extends keyof Singles>(name: N): SingleClient<Singles[N]>;
}
export interface CollectionClient<M extends ContentModel> {
  find<const Q extends SearchableListQuery<M> = {}>(
    query?: Q & KnownKeys<Q, SearchableListQuery<M>>,
  ): Promise<{ data: AnswerTo<M, Q, 'find'>[]; meta: { pagination: Pagination<Q> } }>;
  findOne<const Q extends ReadQuery<M> = {}>(
    documentId: string,
    query?: Q & KnownKeys<Q, ReadQuery<M>>,
  ): Promise<OneAnswer<M, Q, 'findOne'>>;
  create<const Q extends DocumentQuery<M> = {}>(
    data: BodyFor<M, Q>,
    query?: Q & KnownKeys<Q, DocumentQuery<M>>,
  ): Promise<OneAnswer<M, Q, 'write'>>;
  update<const Q extends DocumentQuery<M> = {}>(
    documentId: string,
    data: Partial<M['input']>,
    query?: Q & KnownKeys<Q, DocumentQuery<M>>,
  ): Promise<OneAnswer<M, Q, 'write'>>;
  delete(documentId: string, query?: { readonly locale?: string }): Promise<void>;
}
export interface SingleClient<M extends ContentModel> {
  find<const Q extends ReadQuery<M> = {}>(query?: Q & KnownKeys<Q, ReadQuery<M>>): Promise<OneAnswer<M, Q, 'find'>>;
  update<const Q extends DocumentQuery<M> = {}>(
    data: Partial<M['input']>,
    query?: Q & KnownKeys<Q, DocumentQuery<M>>,
  ): Promise<OneAnswer<M, Q, 'write'>>;
  delete(query?: { readonly locale?: string }): Promise<void>;
}
interface OneAnswer<M extends ContentModel, Q, A extends Purpose> {
  data: AnswerTo<M, Q, A>;
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
`;
