// What the form and its fields agree on.
import type { form } from '../messages/en/form.ts';
import type { Attribute } from '../schema/types.ts';

/** The props of every field; its value is in the form at the path `name`: see `useField`. */
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
  readonly updatedAt?: string;
}

/** A related document as the form holds it, in the order of the relation; the body has its documentId. */
export interface LinkedDocument {
  /** The uid of its type: that of the attribute's target, or the one that a polymorphic relation names. */
  readonly uid: string;
  readonly documentId: string;
  readonly label: string;
}

/** An entry of a list of components or of a dynamic zone. */
export interface Entry {
  /** Identifies the entry in the form: an entry with the `id` of the API, or with the key, is the same. Bodies do not have it. */
  readonly __key: string;
  /** Of an entry that the API has. */
  readonly id?: number;
  /** In the entries of a dynamic zone. */
  readonly __component?: string;
  readonly [attribute: string]: FormValue;
}

/**
 * A value in the form, immutable: what the API answers, except that links are `LinkedFile` and `LinkedDocument`. A media
 * attribute holds a file or null, with `multiple` a list; every relation holds a list, also a relation to one document.
 * Lists of components and dynamic zones hold `Entry`. What is empty is null, or an empty list. A password is absent unless
 * the user typed a new one. Text that is not valid JSON is in the form as `readJson` returns it.
 */
export type FormValue = unknown;

export type FormValues = Readonly<Record<string, FormValue>>;

/**
 * What is wrong with the value at a path. `draft`: the API refuses it even in a draft. `publish`: the API refuses to publish
 * it. `api`: the API's own message.
 */
export interface FormFault {
  readonly path: string;
  readonly kind: 'draft' | 'publish' | 'api';
  readonly message: FaultMessage;
}

/** A text, or a key of the messages `form.rules` with its parameters. */
export type FaultMessage = string | { readonly key: RuleKey; readonly limit?: string | number };

type RuleKey = keyof (typeof form)['rules'];
