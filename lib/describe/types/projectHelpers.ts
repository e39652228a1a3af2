// The part of a project's generated module that is the same for every schema: the types of hooks and of the documents service.
// Overloads of collections come last, because TypeScript 7 explains only why the last one does not fit.

export const projectHelpers = `// The types of extensions.

/** A relation in the data of a hook. */
export interface DocumentLink {
  readonly documentId: string;
}
export interface TypedLink {
  readonly __type: keyof Types;
  readonly documentId: string;
}
/** A relation that the other side stores, as the body of the write names it. */
export type InverseLinks =
  | readonly DocumentLink[]
  | { readonly connect: readonly DocumentLink[]; readonly disconnect: readonly DocumentLink[] };
type ZoneData<C extends keyof ComponentData> = { [K in C]: { readonly __component: K } & ComponentData[K] }[C];

/** The content types with one document. */
type SingleUid = keyof Types & keyof SingleTypes;
/** The content types that are written through \`documents\`. */
type WrittenUid = Exclude<keyof CollectionTypes, SingleUid> & keyof Types;
/** What editors write about a file. \`folder\`: the documentId of a folder; null: none. */
interface FileInput {
  readonly name?: string;
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
  readonly focalPoint?: { readonly x: number; readonly y: number } | null;
  readonly folder?: string | null;
}
/** Users and files have their own rules and no drafts. */
interface BuiltInInputs {
  'plugin::users-permissions.user': UserInput;
  'plugin::upload.file': FileInput;
}
type ReadUid = Exclude<keyof Types, SingleUid>;
type Locale = { readonly locale?: string };
/** A write without a status is one of the draft. */
type Written<Q> = Q extends { readonly status: string } ? Q : Q & { readonly status: 'draft' };

/** The amount for each number of a type; bigintegers are texts in \`data\`. */
type Amounts<U extends keyof ProjectTypes> = {
  readonly [K in keyof ProjectTypes[U]['data'] & keyof ProjectTypes[U]['changes'] as unknown extends ProjectTypes[U]['data'][K]
    ? never
    : number extends ProjectTypes[U]['data'][K]
      ? K
      : bigint extends ProjectTypes[U]['changes'][K]
        ? K
        : never]?: bigint extends ProjectTypes[U]['changes'][K] ? number | bigint | string : number;
};
interface IncrementQuery<M extends ContentModel> extends Locale, Pick<PartQuery<M>, 'fields' | 'populate'> {
  /** Not checked here. */
  readonly where?: any;
}

/** Reads and writes documents with the rules of the REST API. */
export interface ProjectDocuments {
  find<U extends ReadUid, const Q extends ListQuery<Types[U]> = {}>(
    uid: U,
    query?: Q & KnownKeys<Q, ListQuery<Types[U]>>,
  ): Promise<{ data: AnswerTo<Types[U], Q, 'find'>[]; meta: { pagination: Pagination<Q> } }>;
  findOne<U extends SingleUid, const Q extends DocumentQuery<Types[U]> = {}>(
    uid: U,
    documentId?: undefined,
    query?: Q & KnownKeys<Q, DocumentQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Q, 'find'> | null>;
  findOne<U extends ReadUid, const Q extends DocumentQuery<Types[U]> = {}>(
    uid: U,
    documentId: string,
    query?: Q & KnownKeys<Q, DocumentQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Q, 'findOne'> | null>;
  /** Users need a password. Files are sent to \`POST /api/upload\`. */
  create<const Q extends DocumentQuery<UserModel> = {}>(
    uid: 'plugin::users-permissions.user',
    data: UserInput,
    query?: Q & KnownKeys<Q, DocumentQuery<UserModel>>,
  ): Promise<AnswerTo<UserModel, Q, 'write'>>;
  /** Writes the draft, unless \`status\` is \`published\`. */
  create<U extends WrittenUid, const Q extends DocumentQuery<Types[U]> = {}>(
    uid: U,
    data: BodyFor<Types[U], Written<Q>>,
    query?: Q & KnownKeys<Q, DocumentQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Written<Q>, 'write'>>;
  update<U extends SingleUid, const Q extends DocumentQuery<Types[U]> = {}>(
    uid: U,
    documentId: undefined,
    data: Partial<Types[U]['input']>,
    query?: Q & KnownKeys<Q, DocumentQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Written<Q>, 'write'>>;
  update<U extends keyof BuiltInInputs, const Q extends DocumentQuery<Types[U]> = {}>(
    uid: U,
    documentId: string,
    data: Partial<BuiltInInputs[U]>,
    query?: Q & KnownKeys<Q, DocumentQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Q, 'write'>>;
  update<U extends WrittenUid, const Q extends DocumentQuery<Types[U]> = {}>(
    uid: U,
    documentId: string,
    data: Partial<Types[U]['input']>,
    query?: Q & KnownKeys<Q, DocumentQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Written<Q>, 'write'>>;
  /** Adds amounts to numbers in one step. The answer is null if the document does not match \`where\`. */
  increment<U extends SingleUid, const Q extends IncrementQuery<Types[U]> = {}>(
    uid: U,
    documentId: undefined,
    amounts: Amounts<U>,
    query?: Q & KnownKeys<Q, IncrementQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Q, 'write'> | null>;
  increment<U extends WrittenUid, const Q extends IncrementQuery<Types[U]> = {}>(
    uid: U,
    documentId: string,
    amounts: Amounts<U>,
    query?: Q & KnownKeys<Q, IncrementQuery<Types[U]>>,
  ): Promise<AnswerTo<Types[U], Q, 'write'> | null>;
  publish<U extends SingleUid>(
    uid: U,
    documentId?: undefined,
    query?: Locale,
  ): Promise<AnswerTo<Types[U], {}, 'write'>[]>;
  publish<U extends WrittenUid>(uid: U, documentId: string, query?: Locale): Promise<AnswerTo<Types[U], {}, 'write'>[]>;
  unpublish<U extends SingleUid>(
    uid: U,
    documentId?: undefined,
    query?: Locale,
  ): Promise<AnswerTo<Types[U], { status: 'draft' }, 'write'>[]>;
  unpublish<U extends WrittenUid>(
    uid: U,
    documentId: string,
    query?: Locale,
  ): Promise<AnswerTo<Types[U], { status: 'draft' }, 'write'>[]>;
  delete(uid: SingleUid, documentId?: undefined, query?: Locale): Promise<void>;
  delete(uid: WrittenUid | keyof BuiltInInputs, documentId: string, query?: Locale): Promise<void>;
}

declare module 'lectern' {
  interface Register {
    types: ProjectTypes;
    documents: ProjectDocuments;
    takenPaths: TakenPath;
  }
}
`;
