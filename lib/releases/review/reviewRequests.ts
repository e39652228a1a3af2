// Checks the bodies of requests that change the stage or the assignee of a draft.
import { invalidValues } from '../../errors.ts';
import { plainBody, wrongType, type PlainBody } from '../../contracts/index.ts';

/** A stage by its number or its name. */
export interface StageChoice {
  readonly id?: number;
  readonly name?: string;
}

const dataOf = (body: unknown, keys: readonly string[]): PlainBody => plainBody(plainBody(body, ['data']).data, keys);

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** @throws ApiError 400 naming what is wrong */
export const readStageChoice = (body: unknown): StageChoice => {
  const { id, name } = dataOf(body, ['id', 'name']);
  if (name !== undefined) {
    if (typeof name !== 'string') throw invalidValues([wrongType(['data', 'name'], 'string', name)]);
    if (id !== undefined)
      throw invalidValues([{ path: ['data'], message: 'data takes an id or a name, not both', value: { id, name } }]);
    return { name };
  }
  if (!isId(id)) throw invalidValues([wrongType(['data', 'id'], 'number', id)]);
  return { id };
};

/** @returns the id of a user; null: nobody. @throws ApiError 400 naming what is wrong */
export const readAssignee = (body: unknown): number | null => {
  const { id } = dataOf(body, ['id']);
  if (id !== null && !isId(id)) throw invalidValues([wrongType(['data', 'id'], 'number', id)]);
  return id;
};
