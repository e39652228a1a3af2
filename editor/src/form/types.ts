// What the form and its fields agree on.
import type { Attribute } from '../schema/types.ts';

/** The props of every field; its value is in the form under `name` (react-hook-form). */
export interface FieldProps {
  /** The path in the form: `sections.0.title`. */
  readonly name: string;
  readonly attribute: Attribute;
  /** The attribute's name as people read it. */
  readonly label: string;
  readonly readOnly: boolean;
}

/** A file as the form holds it; the body has its documentId. */
export interface LinkedFile {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly url: string;
  readonly mime: string;
  readonly alternativeText?: string | null;
  readonly caption?: string | null;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly formats?: Readonly<Record<string, { readonly url: string; readonly width: number }>> | null;
}

/** A related document as the form holds it, in the order of the relation; the body has its documentId. */
export interface LinkedDocument {
  /** The uid of its type: that of the attribute's target, or the one that a polymorphic relation names. */
  readonly uid: string;
  readonly documentId: string;
  readonly label: string;
}

/** An entry of a component. `__component` is in the entries of a dynamic zone. `id` is that of the stored entry. */
export interface Entry {
  readonly id?: number;
  readonly __component?: string;
  readonly [attribute: string]: FormValue;
}

/**
 * A value in the form: what the API answers, except that links are `LinkedFile` and `LinkedDocument`. A media attribute holds
 * a file or null, with `multiple` a list; every relation holds a list, also a relation to one document. A password is
 * absent unless the user typed a new one.
 */
export type FormValue = unknown;

export type FormValues = Readonly<Record<string, FormValue>>;
