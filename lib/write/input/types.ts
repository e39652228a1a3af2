// The types of a checked body (values in stored form, and links as edits to apply), and the state of reading one.
import type { InvalidValue } from '../../errors.ts';
import type { Schema } from '../../schema/index.ts';

/** The state of reading one body; its lists grow. */
export interface InputContext {
  readonly schema: Schema;
  /** Invalid links. */
  readonly faults: InvalidValue[];
  /** Whether the caller may find documents of a type; for the caller, relations to other types do not exist. */
  readonly mayFind: (uid: string) => boolean;
  /** Whether attributes with `writable: false` do not exist for the caller. */
  readonly onlyWritable: boolean;
  /** Whether the values belong to a new component, in which ids have no effect, as in Strapi. */
  readonly isNew: boolean;
}

/** The target of a link as the caller names it; `type` only for a polymorphic attribute. */
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

/** An edit of a relation or media attribute. `set` replaces all links; `change` connects in order, and disconnects the rest. */
export type LinkEdit =
  | { readonly kind: 'set'; readonly targets: readonly TargetRef[] }
  | {
      readonly kind: 'change';
      readonly disconnect: readonly TargetRef[];
      readonly connect: readonly { readonly target: TargetRef; readonly position: Position }[];
      /** Whether the neighbour in a position must be connected; otherwise the position is the end. */
      readonly strict: boolean;
    };

/** A stored scalar: dates and times as text, datetimes as Date, bigintegers as bigint, json and blocks unchanged. */
export type ScalarValue = string | number | bigint | boolean | Date | null | object;

export type CheckedValue =
  | { readonly kind: 'scalar'; readonly value: ScalarValue }
  | { readonly kind: 'links'; readonly edit: LinkEdit }
  | { readonly kind: 'component'; readonly value: CheckedComponent | null }
  | { readonly kind: 'components'; readonly value: readonly CheckedComponent[] };

/** A component in a body; its `uid` is stored as `__component` only inside a dynamic zone. */
export interface CheckedComponent {
  readonly uid: string;
  /** The id in the body; absent: the component is new. */
  readonly id?: unknown;
  readonly values: CheckedInput;
}

/** The attributes in the body, by name; absent attributes have no entry. */
export type CheckedInput = ReadonlyMap<string, CheckedValue>;
