// Answers the operations on the stage and the assignee of a draft.
import { checkBody, wrongType, type Handlers } from '../../contracts/index.ts';
import { invalidValues } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { reviewContract } from './contract.ts';
import { assign, moveToStage, readStages } from './documentReview.ts';
import type { ReviewContext } from './reviewContext.ts';

/** A stage by its number or its name. @throws ApiError 400 naming what is wrong */
const readStageChoice = (body: unknown) => {
  const choice = checkBody(reviewContract, 'moveToStage', body);
  const { id, name } = choice;
  if (id !== undefined && name !== undefined)
    throw invalidValues([{ path: ['data'], message: 'data takes an id or a name, not both', value: choice }]);
  if (id === undefined && name === undefined) throw invalidValues([wrongType(['data', 'id'], 'number', id)]);
  return choice;
};

export const reviewHandlers: Handlers<typeof reviewContract, Service, ReviewContext> = {
  findStages: (_, __, context) => readStages(context),
  moveToStage: async ({ body }, _, context) => {
    const expected = context.readIfMatch(context.locale);
    return moveToStage(context, readStageChoice(body), expected);
  },
  assign: async ({ body }, _, context) => {
    const expected = context.readIfMatch(context.locale);
    return assign(context, checkBody(reviewContract, 'assign', body).id, expected);
  },
};
