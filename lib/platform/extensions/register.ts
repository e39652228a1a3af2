// The types of a project's content, which its generated declarations add.

/**
 * Filled by `.lectern/types.d.ts`, which `lectern build` writes:
 *
 * - `types`: by uid, the `data` that hooks get and the `changes` that they may return;
 * - `documents`: the typed `Documents` service;
 * - `takenPaths`: the paths of content types, which routes of the project cannot have.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- generated declarations add its members
export interface Register {}

/** The values of a document as a hook sees them, and what a hook may return of them. */
export interface RegisteredType {
  readonly data: object;
  readonly changes: object;
}

/** Without generated declarations every uid and every attribute is allowed. */
interface AnyType {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- nothing is known of the content
  readonly data: Readonly<Record<string, any>>;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** By uid. */
export type ProjectTypes = Register extends { readonly types: infer T } ? T : Readonly<Record<string, AnyType>>;

export type Uid = Extract<keyof ProjectTypes, string>;

export type DataOf<U extends Uid> = ProjectTypes[U] extends { readonly data: infer D } ? D : never;
export type ChangesOf<U extends Uid> = ProjectTypes[U] extends { readonly changes: infer C } ? C : never;
