// Says which limits a scalar value has by its attribute. The API and the form of the editor check them; drafts may break some.
import { emailPattern, maxLengthOf, uidPattern } from './textPatterns.ts';
import { int32, int64 } from './wholeNumbers.ts';

/** What decides the limits, in the model of the site and in that of the editor. */
interface LimitedAttribute {
  readonly type: string;
  readonly required?: boolean | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly regex?: string | undefined;
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
}

/** Of texts, in characters of UTF-16. A draft may break all but `maxLength`. */
interface TextLimits {
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  /** What the type demands: of addresses of mail, and of uids without a pattern of their own. */
  readonly format: 'email' | 'uid' | undefined;
  readonly regex: string | undefined;
  /** Whether an empty text passes the patterns: it means no value, unless a value is required. */
  readonly emptyPasses: boolean;
}

/** The patterns of `format`. That of addresses passes an empty text too, whose length is refused. */
export const formatPatterns = { email: emailPattern, uid: uidPattern } as const;

export const textLimitsOf = (attribute: LimitedAttribute): TextLimits => {
  const { type, regex, minLength, required } = attribute;
  return {
    maxLength: maxLengthOf(attribute),
    minLength: minLength ?? (type === 'email' ? 1 : undefined),
    format: type === 'email' || (type === 'uid' && regex === undefined) ? type : undefined,
    regex,
    emptyPasses: required !== true,
  };
};

/** The bounds of numbers. A draft may be less than `least`, and not less than `leastInDraft`. */
export interface Bounds<N> {
  readonly least: N;
  readonly most: N;
  readonly leastInDraft: N;
}

const unlimited = { least: undefined, most: undefined };

/** Of an integer, float or decimal. */
export const numberBoundsOf = ({ type, min, max }: LimitedAttribute): Bounds<number | undefined> => {
  const { least, most } = type === 'integer' ? int32 : unlimited;
  return {
    least: min === undefined ? least : Number(min),
    most: max === undefined ? most : Number(max),
    leastInDraft: least,
  };
};

export const bigintegerBoundsOf = ({ min, max }: LimitedAttribute): Bounds<bigint> => ({
  least: min === undefined ? int64.least : BigInt(min),
  most: max === undefined ? int64.most : BigInt(max),
  leastInDraft: int64.least,
});
