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
  const { stages, publishFrom, returnTo } = isObject(declared) ? declared : { stages: declared };
  if (!Array.isArray(stages)) return {};
  const names = stages.filter((name): name is string => typeof name === 'string');
  return {
    review: {
      stages: names,
      ...(typeof publishFrom === 'string' ? { publishFrom } : {}),
      ...(typeof returnTo === 'string' ? { returnTo } : {}),
    },
  };
};

const reviewFaults = ({ file, review, draftAndPublish }: TypeDefinition): readonly Fault[] => {
  if (review === undefined) return [];
  const { stages, publishFrom, returnTo } = review;
  const path = 'options.review';
  const named = Object.entries({ publishFrom, returnTo });
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
    ...named.flatMap(([key, name]) =>
      name === undefined || stages.includes(name)
        ? []
        : [{ file, path: `${path}.${key}`, message: `there is no stage "${name}"${didYouMean(name, stages)}` }],
    ),
    ...(returnTo === undefined || publishFrom === undefined || stages.indexOf(returnTo) < stages.indexOf(publishFrom)
      ? []
      : [{ file, path: `${path}.returnTo`, message: `write a stage before "${publishFrom}", which publishes` }]),
  ];
};

export const checkReview = ({ types }: Definitions): readonly Fault[] => [...types.values()].flatMap(reviewFaults);

/** Whether any type has stages. */
export const hasReview = ({ types }: Pick<Schema, 'types'>): boolean =>
  [...types.values()].some(({ review }) => review !== undefined);

/** The stage of new drafts. */
const firstStage = ({ stages }: Review): string => stages[0] ?? '';

/** @param stored the stage as a document stores it; absent, or of an earlier schema: the first */
export const stageOf = (review: Review, stored: unknown): string =>
  review.stages.find((name) => name === stored) ?? firstStage(review);

/**
 * The stage in which a draft is after a change by somebody who may not move it into its stage: that of `returnTo`, or else the last
 * stage before it that the author of the change may set and that does not publish, or else the first.
 *
 * @param from the stage before the change
 * @param maySet whether the author of the change may move the draft into a stage
 */
export const stageAfterChange = (review: Review, from: string, maySet: (stage: string) => boolean): string => {
  if (maySet(from)) return from;
  const { stages, publishFrom, returnTo } = review;
  const before = stages.slice(0, stages.indexOf(from));
  if (returnTo !== undefined) return before.includes(returnTo) ? returnTo : from;
  return before.findLast((name) => name !== publishFrom && maySet(name)) ?? firstStage(review);
};

const scalar = { kind: 'scalar', required: false, private: false, localized: true, unique: false } as const;

/** The attributes that answers with `view=edit` have beside those of the type. Documents store them outside of their versions. */
export const reviewAttributesOf = ({ review }: Pick<ContentType, 'review'>): readonly ScalarAttribute[] =>
  review === undefined
    ? []
    : [
        { ...scalar, name: reviewNames.stage, type: 'enumeration', value: 'text', enum: review.stages },
        { ...scalar, name: reviewNames.assignee, type: 'json', value: 'text' },
      ];
