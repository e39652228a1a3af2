// Declares what a contract is: the operations of a resource, from which its routes, checks, types, OpenAPI and clients follow.
import type { FromSchema, JsonSchema } from '../fromSchema.ts';

export type { FromSchema, JsonSchema } from '../fromSchema.ts';

/** What a schema of a contract may have beside JSON Schema. OpenAPI leaves it out. */
export interface Annotations {
  /** Blanks at both ends are removed before the check. */
  readonly trim?: true;
  /** Errors do not repeat the value. */
  readonly secret?: true;
  /**
   * The message of a fault, after the path: by keyword (`null`: of null, where that is the wrong type), `any` of all others, or
   * `value` of all others but `type`. One with `{value}` has no path before it, and the nearest of the allowed values after it.
   */
  readonly rules?: Readonly<Record<string, string>>;
  /** Keywords for OpenAPI alone: the site checks them. */
  readonly documented?: JsonSchema;
  /** The value is one of these names, which the site knows and checks. */
  readonly oneOfSite?: 'contentTypes';
  /** The uid of a content type: the value is a document of it, as answers have it, or what is written of one. */
  readonly documentOf?: string;
  readonly inputOf?: string;
  /** The name of a schema of OpenAPI that depends on the site. */
  readonly named?: string;
}

export const annotationNames = [
  'trim',
  'secret',
  'rules',
  'documented',
  'oneOfSite',
  'documentOf',
  'inputOf',
  'named',
] as const satisfies readonly (keyof Annotations)[];

export interface OperationContract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** What follows the path of the resource: `/{id}`. */
  readonly path?: string;
  readonly summary: string;
  /** What a reader of the documentation must know beside the summary. */
  readonly description?: string;
  /** What the answer has. */
  readonly returns: string;
  /** The body of the answer; absent: 204, without one. */
  readonly answer?: JsonSchema;
  /** The status of the answer, if it is not 200 with a body or 204 without one. */
  readonly status?: 200 | 201 | 302 | 303;
  /** Other answers that are no errors, by status. */
  readonly otherAnswers?: Readonly<Record<number, Pick<OperationContract, 'returns' | 'answer'>>>;
  /** Absent: the operation takes no body. */
  readonly body?: JsonSchema;
  /** A body that the handler checks: for types and the documentation. */
  readonly documentedBody?: JsonSchema;
  /** The same of a form. */
  readonly documentedForm?: {
    readonly mediaType: 'application/x-www-form-urlencoded' | 'multipart/form-data';
    readonly schema: JsonSchema;
  };
  /** Whether the body may be missing: it counts as `{}`. */
  readonly optionalBody?: true;
  /** A body, for the documentation. */
  readonly example?: unknown;
  /** The parameters of the query by name. A list is sent as `name[]=…&name[]=…`. */
  readonly query?: Readonly<Record<string, JsonSchema>>;
  /** The query also has the parameters of a read of documents: of any type, or of one. The handler reads its text. */
  readonly documentQuery?: true | { readonly uid: string; readonly read: 'list' | 'one' | 'count' | 'selection' };
  /** Those that must be sent; the handler checks those without a rule `required`. */
  readonly requiredQuery?: readonly string[];
  /** The answer is a page of a list: the query has `pagination[pageSize]` and this parameter of `pagination`. */
  readonly paged?: 'page' | 'cursor';
  /** Whether the header `If-Match` is read. */
  readonly ifMatch?: true;
  /** Other headers that are read. */
  readonly headers?: readonly ('idempotencyKey' | 'refreshCookie')[];
  /** The answer is a document with its ETag, as a read answers it. */
  readonly answersDocument?: true;
  /** Where bytes of files have still to be moved, the answer is the same with the status 202. */
  readonly movesFiles?: true;
  /** Statuses of errors beside those of each operation of its form. */
  readonly errors?: readonly (401 | 403 | 404 | 409 | 413 | 422 | 429 | 503)[];
  /** The schemas of parameters in the path, where they differ from those of the resource. */
  readonly params?: Readonly<Record<string, JsonSchema>>;
  /** Operations on what was created: the first of `params` of the contract is in their path. */
  readonly next?: readonly string[];
}

/** What the checks of bodies and queries need of a contract. */
export interface CheckedContract extends Pick<Contract, 'envelope' | 'ignoresQuery'> {
  readonly operations: Readonly<
    Record<string, Pick<OperationContract, 'summary' | 'body' | 'optionalBody' | 'query' | 'requiredQuery'>>
  >;
}

export interface Contract {
  /** The heading of its operations in OpenAPI. */
  readonly tag: string;
  /** The Lambda function that answers. */
  readonly function: string;
  readonly path: string;
  /**
   * The operations are about a document of any type: the path begins with `/api/{contentType}/{documentId}`. Single types have the same
   * routes without `/{documentId}`; `{document}` in a summary says which it is. All take `locale`.
   */
  readonly ofDocuments?: true;
  /** Who may use its routes, as in the table of routes; or by operation. */
  readonly access: string | Readonly<Record<string, string>>;
  /** Bodies are `{data: …}`. `named`: the paths of faults begin with `data`. */
  readonly envelope?: true | 'named';
  /** As in Strapi, operations ignore parameters of the query that they do not know. */
  readonly ignoresQuery?: true;
  /** The schemas of parameters in the path. */
  readonly params: Readonly<Record<string, JsonSchema>>;
  /** Schemas of answers that OpenAPI and clients know by name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly operations: Readonly<Record<string, OperationContract>>;
}

/** Keywords that a text of a query cannot break. */
const free: readonly string[] = ['type', 'description', 'default', ...annotationNames];

/** What the texts of a query can break, without its page; undefined: nothing. */
export const querySchema = (
  contract: CheckedContract,
  { query = {}, requiredQuery = [] }: CheckedContract['operations'][string],
) => {
  if (contract.ignoresQuery === true) return undefined;
  const required = requiredQuery.filter((name) => (query[name] as Annotations).rules?.required !== undefined);
  const checked = Object.entries(query).filter(
    ([name, schema]) => required.includes(name) || Object.keys(schema).some((keyword) => !free.includes(keyword)),
  );
  const properties: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
    // A text is always a text.
    checked.map(([name, { type, ...schema }]) => [name, type === 'string' ? schema : { type, ...schema }]),
  );
  return checked.length === 0 ? undefined : ({ type: 'object', properties, required } as const);
};

/** The name of the validator of the query of an operation. */
export const queryValidatorName = (operation: string): string => `${operation}Query`;

/** Whether a request of the operation can have a body. */
export const mayHaveBody = ({ method, body, documentedBody }: OperationContract): boolean =>
  method === 'POST' || method === 'PUT' || body !== undefined || documentedBody !== undefined;

/** The status of an answer that is no error. */
export const successStatus = ({ status, answer }: OperationContract): number =>
  status ?? (answer === undefined ? 204 : 200);

/** @returns the contract, with the types of its literals */
export const defineContract = <const C extends Contract>(contract: C): C => contract;

/** What follows the path of the resource. */
export type PathOf<O> = O extends { readonly path: infer P extends string } ? P : '';

/** The names of the variables of a path. */
export type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Who may use the routes of a contract. */
export type AccessOf<C extends Contract> = C['access'] extends string ? C['access'] : C['access'][keyof C['access']];

/** The body that an operation gets after its check. */
export type BodyOf<O> = O extends { readonly body: infer S } | { readonly documentedBody: infer S }
  ? FromSchema<S>
  : undefined;

/** The body of an answer as JSON. */
export type AnswerOf<O> = O extends { readonly answer: infer S } ? FromSchema<S> : undefined;

/** An object with these properties and no other. Those that are missing are reported as Strapi does. */
export const closedObject = <
  const P extends Readonly<Record<string, JsonSchema>>,
  const R extends keyof P & string = never,
>(
  properties: P,
  required: readonly R[] = [],
) => ({ type: 'object', properties, required, additionalProperties: false }) as const;

/** An object with all of these properties and no other. */
export const fullObject = <const P extends Readonly<Record<string, JsonSchema>>>(properties: P) =>
  closedObject(properties, Object.keys(properties) as (keyof P & string)[]);

export const arrayOf = <const S extends JsonSchema>(items: S) => ({ type: 'array', items }) as const;

export const nullable = <const S extends JsonSchema>(schema: S) => ({ anyOf: [schema, { type: 'null' }] }) as const;

export const text = { type: 'string' } as const;
export const integer = { type: 'integer' } as const;
export const flag = { type: 'boolean' } as const;
export const dateTime = { type: 'string', format: 'date-time' } as const;

/** Rules of a value that must not be missing, where that is a wrong type. */
export const missing = (type: 'string' | 'number') => ({
  required: `must be a \`${type}\` type, but the final value was: \`undefined\`.`,
});

/** Of a document: how its draft differs from its published version. */
export const draftStatus = { type: 'string', enum: ['draft', 'modified', 'published'] } as const;

/** A version of a document. */
export const versionName = { type: 'string', enum: ['draft', 'published'] } as const;

export const anyObject = { type: 'object' } as const;

/** The body of an answer with `data`. */
export const dataAnswer = <const S extends JsonSchema>(data: S) => fullObject({ data });

/** The body of an answer with `data` and an empty `meta`, as content has. */
export const envelopeAnswer = <const S extends JsonSchema>(data: S) => fullObject({ data, meta: fullObject({}) });

/** The body of an answer with a page of a list that goes on at `nextCursor`, which is null on the last page. */
export const cursorAnswer = <const S extends JsonSchema>(item: S) =>
  fullObject({
    data: arrayOf(item),
    meta: fullObject({ pagination: fullObject({ pageSize: integer, nextCursor: nullable(text) }) }),
  });

/** The body of an answer with a page of a list. */
export const pageAnswer = <const S extends JsonSchema>(item: S) =>
  fullObject({
    data: arrayOf(item),
    meta: fullObject({
      pagination: fullObject({ page: integer, pageSize: integer, pageCount: integer, total: integer }),
    }),
  });

/** A user in answers. The name is null for a caller who may not know it, and of a deleted user. */
export const namedUser = fullObject({ type: { const: 'user' }, documentId: text, username: nullable(text) });

export type NamedUser = FromSchema<typeof namedUser>;

/** Who wrote a document, in answers. The names are null for a caller who may not know them. */
export const Writer = {
  description: 'who created or changed a document',
  anyOf: [namedUser, fullObject({ type: { const: 'token' }, id: integer, name: nullable(text) })],
} as const;
