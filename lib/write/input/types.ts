// What a checked body is made of: values in the form they are stored in, links as edits still to be applied.

/** A document that a link is to point at, as the caller named it; `type` only where the attribute is polymorphic. */
export interface TargetRef {
  readonly documentId?: string;
  /** The integer id of one of its versions. */
  readonly id?: number;
  readonly type?: string;
}

export type Position =
  | { readonly at: 'start' }
  | { readonly at: 'end' }
  | { readonly at: 'before'; readonly target: TargetRef }
  | { readonly at: 'after'; readonly target: TargetRef };

/** What a body asks of a relation or media attribute. `set` replaces all links; else disconnect, then connect in order. */
export type LinkEdit =
  | { readonly kind: 'set'; readonly targets: readonly TargetRef[] }
  | {
      readonly kind: 'change';
      readonly disconnect: readonly TargetRef[];
      readonly connect: readonly { readonly target: TargetRef; readonly position: Position }[];
    };

/** A stored scalar: dates and times as text, datetime as Date, biginteger as bigint, json and blocks as they came. */
export type ScalarValue = string | number | bigint | boolean | Date | null | object;

export type CheckedValue =
  | { readonly kind: 'scalar'; readonly value: ScalarValue }
  | { readonly kind: 'links'; readonly edit: LinkEdit }
  | { readonly kind: 'component'; readonly value: CheckedComponent | null }
  | { readonly kind: 'components'; readonly value: readonly CheckedComponent[] };

/** A component of a body; `uid` names it (stored as __component inside a dynamic zone only). */
export interface CheckedComponent {
  readonly uid: string;
  readonly values: CheckedInput;
}

/** The attributes that the body gives, by name; what it does not give is not there. */
export type CheckedInput = ReadonlyMap<string, CheckedValue>;
