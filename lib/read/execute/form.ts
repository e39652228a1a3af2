// How answers are written: documents flat, as Strapi 5 does, or nested, as Strapi 4 did.
import type { Format } from '../query/index.ts';

export type Answered = Readonly<Record<string, unknown>>;

export interface Form {
  /** @param values of a document, its identity among them */
  readonly document: (values: Answered) => Answered;
  /** What a relation, media or the localizations lead to: a document, null, or a list of them. */
  readonly related: (answer: unknown) => unknown;
  /** How many documents a relation leads to. */
  readonly counted: (count: number) => Answered;
}

export const forms: Record<Format, Form> = {
  flat: { document: (values) => values, related: (answer) => answer, counted: (count) => ({ count }) },
  nested: {
    document: ({ id, documentId, ...attributes }) => ({ id, documentId, attributes }),
    related: (data) => ({ data }),
    counted: (count) => ({ data: { attributes: { count } } }),
  },
};
