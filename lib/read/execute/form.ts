// Defines the two formats of answers: flat as in Strapi 5, nested as in Strapi 4.
import type { Format } from '../query/index.ts';

export type Answered = Readonly<Record<string, unknown>>;

export interface Form {
  /** @param values the values of a document, with `id` and `documentId` */
  readonly document: (values: Answered) => Answered;
  /** Wraps the documents of a relation, media or localizations: a document, null, or a list. */
  readonly related: (answer: unknown) => unknown;
  /** Wraps the number of related documents. */
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
