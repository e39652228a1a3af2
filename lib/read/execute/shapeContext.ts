// What the functions that shape a row work with.
import type { SignUrl } from '../../platform/bucket/index.ts';
import type { ContentType } from '../../schema/index.ts';
import type { Selection } from '../query/index.ts';
import type { AnswerValues } from './answerFormats.ts';
import { jsonLengths, manyPopulated } from './answerTooLarge.ts';
import type { Row } from './databaseQuery.ts';
import type { Turn } from './turns.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface ShapedDocument {
  readonly answer: AnswerValues;
  /** The locale in which a document without a locale reads its related documents. */
  readonly locale: string | null;
  /** How many related documents it contains, with itself and with repetitions. */
  readonly documents: number;
}

/** A document whose values were just shaped. */
export interface ShapedSource {
  readonly row: Row;
  /** The version that was shaped, as it is stored. */
  readonly stored: Values;
  readonly type: ContentType;
  readonly select: Selection;
}

/** Replaces the values of a document, before the answer contains them. */
export type ReplaceValues = (values: AnswerValues, source: ShapedSource) => AnswerValues;

/** What all rows of one answer share. */
export interface AnswerContext {
  /** undefined: URLs are returned as they are stored. */
  readonly sign: SignUrl | undefined;
  /** Collects the documentIds of all documents in the answer. */
  readonly documents: Set<string> | undefined;
  /** undefined: values are answered as they are. */
  readonly replace: ReplaceValues | undefined;
  /** The related documents that were shaped already: several rows may relate to one. */
  readonly shaped: Map<Row, ShapedDocument>;
  /** How many related documents the answer contains so far, with repetitions; 0 once its length was measured. */
  populated: number;
  /** The turn in which rows are shaped; undefined: all are shaped at once. */
  turn?: Turn;
  /** The length of the JSON of a shaped document. */
  readonly lengthOf: (value: unknown) => number;
}

export const newAnswerContext = (
  sign: SignUrl | undefined,
  documents?: Set<string>,
  replace?: ReplaceValues,
): AnswerContext => ({
  ...{ sign, documents, replace },
  shaped: new Map(),
  populated: 0,
  lengthOf: jsonLengths(),
});

/** The row that contains a value. Its helper fields, named after paths, contain the results of lookups. */
export interface RowContext {
  readonly row: Row;
  /** The locale of the related documents; null: any. */
  readonly locale: string | null;
  readonly answer: AnswerContext;
}

/** Shapes the values of a version or a component, or one of them. */
export type ShapeValues<T = AnswerValues> = (values: Values, place: RowContext) => T;

/** A key of an answer. */
export interface Part {
  readonly name: string;
  readonly shape: ShapeValues<unknown>;
}

// The casts are safe: the rows come from projections that lib/read/plan compiled.
export const valuesOf = (value: unknown): Values => (value ?? {}) as Values;
export const rowsOf = (value: unknown): readonly Row[] => (value ?? []) as readonly Row[];
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Whether the length of the answer is measured while it grows: its documents may be in it many times. */
export const isMeasured = ({ populated, replace }: AnswerContext): boolean =>
  populated > manyPopulated && replace === undefined;
