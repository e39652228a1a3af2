// Calls the operations of contracts: `call('PUT /admin/api-tokens/{id}', { id, body })`.
import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import type { allContracts } from '../../../lib/allContracts.ts';
import type {
  AnswerOf,
  BodyOf,
  Contract,
  NamesIn,
  OperationContract,
  PathOf,
} from '../../../lib/contracts/contract.ts';
import { request, type RequestOptions } from './client.ts';

/** The operations of a contract by method and path. */
type Callable<C extends Contract> = {
  [
    Name in keyof C['operations'] as `${C['operations'][Name]['method']} ${C['path']}${PathOf<C['operations'][Name]>}`
  ]: C['operations'][Name] & Pick<C, 'envelope' | 'ofDocuments'>;
};

type AllContracts = (typeof allContracts)[number];

/** The intersection of a union. */
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

type Operations = Intersection<AllContracts extends infer C ? (C extends Contract ? Callable<C> : never) : never>;

/** The method and the path of an operation, as in the table of routes. */
type OperationKey = keyof Operations;

/** The body of an answer. */
export type Answered<Key extends OperationKey> = AnswerOf<Operations[Key]>;

/** What an answer has as `data`. */
export type Data<Key extends OperationKey> = Answered<Key> extends { readonly data: infer D } ? D : never;

/** The values that an operation takes. */
export type Body<Key extends OperationKey> = BodyOf<Operations[Key]>;

/** The body as it is sent. */
type Sent<Key extends OperationKey> = Operations[Key] extends { readonly envelope: true | 'named' }
  ? { readonly data: Body<Key> }
  : Body<Key>;

/** The names of the variables of the paths of documents: a single type has no documentId. */
type OfDocument = 'contentType' | 'documentId';

/** What an operation takes: the variables of its path by name (`id`), its query and body; and what cancels the request. */
type Input<Key extends OperationKey> = (Operations[Key] extends { readonly ofDocuments: true }
  ? { readonly contentType: string; readonly documentId: string | undefined } & Readonly<
      Record<Exclude<NamesIn<Key>, OfDocument>, string | number>
    >
  : Readonly<Record<NamesIn<Key>, string | number>>) &
  (Operations[Key] extends { readonly body: unknown } | { readonly documentedBody: unknown }
    ? Operations[Key] extends { readonly optionalBody: true }
      ? { readonly body?: Sent<Key> }
      : { readonly body: Sent<Key> }
    : object) &
  (Operations[Key] extends OperationContract &
    ({ readonly query: unknown } | { readonly paged: string } | { readonly ofDocuments: true })
    ? Pick<RequestOptions, 'query'>
    : object) &
  (Operations[Key] extends { readonly ifMatch: true } | { readonly headers: unknown }
    ? Pick<RequestOptions, 'headers'>
    : object) &
  Pick<RequestOptions, 'signal'>;

/** The input may be left out if all of it may. */
type Inputs<Key extends OperationKey> = object extends Input<Key> ? [input?: Input<Key>] : [input: Input<Key>];

type AnyInput = Pick<RequestOptions, 'query' | 'body' | 'headers' | 'signal'> & Readonly<Record<string, unknown>>;

/** A variable without a value has no place in the path. */
const send = async <T>(key: string, input: AnyInput, more: RequestOptions = {}): Promise<T> => {
  const [method, template = ''] = key.split(' ');
  const path = template.replace(/\/\{(\w+)\}/g, (_, name: string) =>
    input[name] === undefined ? '' : `/${encodeURIComponent(input[name] as string | number)}`,
  );
  const options = { ...input, ...more, method: method as NonNullable<RequestOptions['method']> };
  return (await request<T>(path, options)).body;
};

/** @returns the body of the answer @throws ApiError */
export const call = <Key extends OperationKey>(key: Key, ...inputs: Inputs<Key>): Promise<Answered<Key>> =>
  send(key, inputs[0] ?? {});

/** The key of all that was read of a resource: what a change makes outdated. That of documents says nothing of their type. */
export const resourceKey = (key: OperationKey): readonly [string] => {
  const [, ofDocuments = '', rest = ''] = /^\w+ (\/api(?:\/\{\w+\}){2})?(.*)/.exec(key) ?? [];
  return [ofDocuments + rest.replace(/\/\{.*/, '')];
};

/** Reads the answer of an operation. */
export const answerQuery = <Key extends OperationKey>(key: Key, ...inputs: Inputs<Key>) =>
  queryOptions({
    queryKey: [...resourceKey(key), key, inputs] as const,
    queryFn: ({ signal }) => send<Answered<Key>>(key, inputs[0] ?? {}, { signal }),
  });

/** Reads the `data` of an answer. */
export const dataQuery = <Key extends OperationKey>(key: Key, ...inputs: Inputs<Key>) =>
  queryOptions({
    queryKey: [...resourceKey(key), 'data', key, inputs] as const,
    queryFn: async ({ signal }) => (await send<{ readonly data: Data<Key> }>(key, inputs[0] ?? {}, { signal })).data,
  });

/** The operations whose answer is a page of a list with cursors. */
type WithCursor = {
  [Key in OperationKey]: Operations[Key] extends { readonly paged: 'cursor' } ? Key : never;
}[OperationKey];

interface CursorPage {
  readonly data: readonly unknown[];
  /** null: it is the last page. */
  readonly meta: { readonly pagination: { readonly nextCursor: string | null } };
}

/** @param cursor undefined: the first page */
const readPage = (key: string, input: AnyInput, cursor: string | undefined, signal: AbortSignal): Promise<CursorPage> =>
  send(key, input, { query: { ...input.query, 'pagination[cursor]': cursor }, signal });

/** @returns the items of all pages of a list @throws ApiError */
export const callPages = async <Key extends WithCursor>(
  key: Key,
  input: Input<Key>,
  signal: AbortSignal,
): Promise<Data<Key>> => {
  const items: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, meta } = await readPage(key, input, cursor, signal);
    items.push(...data);
    cursor = meta.pagination.nextCursor;
  }
  return items as Data<Key>;
};

/**
 * Reads a list a page at a time, anew each time it is shown: the user comes from a screen that may have changed it. The user may see
 * a part of a list, of which the API looks at a bounded part at a time, so it goes on while a page is empty.
 *
 * @param queryKey if what makes the list outdated is not a change of the resource
 */
export const pagesQuery = <Key extends WithCursor>(
  key: Key,
  input: Input<Key>,
  queryKey: QueryKey = [...resourceKey(key), 'pages', key, input],
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Answered<Key>> => {
      for (let cursor = pageParam; ;) {
        const page = await readPage(key, input, cursor, signal);
        const { nextCursor } = page.meta.pagination;
        if (page.data.length > 0 || nextCursor === null) return page as Answered<Key>;
        cursor = nextCursor;
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as CursorPage).meta.pagination.nextCursor ?? undefined,
    staleTime: 0,
  });
