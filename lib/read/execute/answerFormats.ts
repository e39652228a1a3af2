// Defines the two formats of answers: flat as in Strapi 5, nested as in Strapi 4.
import type { Format } from '../query/index.ts';

export type AnswerValues = Readonly<Record<string, unknown>>;

export interface AnswerFormat {
  /** @param values the values of a document, with `id` and `documentId` */
  readonly document: (values: AnswerValues) => AnswerValues;
  /** Wraps the documents of a relation, media or localizations: a document, null, or a list. */
  readonly related: (answer: unknown) => unknown;
  /** Wraps the number of related documents. */
  readonly counted: (count: number) => AnswerValues;
}

export const answerFormats: Record<Format, AnswerFormat> = {
  flat: { document: (values) => values, related: (answer) => answer, counted: (count) => ({ count }) },
  nested: {
    document: ({ id, documentId, ...attributes }) => ({ id, documentId, attributes }),
    related: (data) => ({ data }),
    counted: (count) => ({ data: { attributes: { count } } }),
  },
};
