// The review of drafts: the stages of a type, and checks of what its file declares.
import type { Definitions, TypeDefinition } from './definition.ts';
import { didYouMean } from './didYouMean.ts';
import { isObject, valueAt } from './jsonValues.ts';
import type { ContentType, Fault, Review, ScalarAttribute, Schema } from './types.ts';

/** The names that documents of types with review have, as in Strapi; no attribute can have them. */
export const reviewNames = { stage: 'strapi_stage', assignee: 'strapi_assignee' } as const;

/** The valid part of `options.review`; the check of the form has reported the rest. */
export const readReview = (json: unknown): { readonly review?: Review } => {
  const declared = valueAt(json, 'options', 'review');
  const { stages, publishFrom } = isObject(declared) ? declared : { stages: declared };
  if (!Array.isArray(stages)) return {};
  const names = stages.filter((name): name is string => typeof name === 'string');
  return { review: { stages: names, ...(typeof publishFrom === 'string' ? { publishFrom } : {}) } };
};

const reviewFaults = ({ file, review, draftAndPublish }: TypeDefinition): readonly Fault[] => {
  if (review === undefined) return [];
  const { stages, publishFrom } = review;
  const path = 'options.review';
  return [
    ...(draftAndPublish
      ? []
      : [
          {
            file,
            path,
            message: 'only drafts have stages: add "draftAndPublish": true to the options, or remove this',
          },
        ]),
    ...(publishFrom === undefined || stages.includes(publishFrom)
      ? []
      : [
          {
            ...{ file, path: `${path}.publishFrom` },
            message: `there is no stage "${publishFrom}"${didYouMean(publishFrom, stages)}`,
          },
        ]),
  ];
};

export const checkReview = ({ types }: Definitions): readonly Fault[] => [...types.values()].flatMap(reviewFaults);

/** Whether any type has stages. */
export const hasReview = ({ types }: Pick<Schema, 'types'>): boolean =>
  [...types.values()].some(({ review }) => review !== undefined);

/** The stage of new drafts. */
export const firstStage = ({ stages }: Review): string => stages[0] ?? '';

/** @param stored the stage as a document stores it; absent, or of an earlier schema: the first */
export const stageOf = (review: Review, stored: unknown): string =>
  review.stages.find((name) => name === stored) ?? firstStage(review);

const scalar = { kind: 'scalar', required: false, private: false, localized: true, unique: false } as const;

/** The attributes that answers with `view=edit` have beside those of the type. Documents store them outside of their versions. */
export const reviewAttributesOf = ({ review }: Pick<ContentType, 'review'>): readonly ScalarAttribute[] =>
  review === undefined
    ? []
    : [
        { ...scalar, name: reviewNames.stage, type: 'enumeration', value: 'text', enum: review.stages },
        { ...scalar, name: reviewNames.assignee, type: 'json', value: 'text' },
      ];
