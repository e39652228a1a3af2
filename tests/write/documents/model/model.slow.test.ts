// Compares the API with a small model of its rules after random sequences of writes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApi, schemaOf } from '../../../setup/api.ts';
import { lengthOf } from '../../../setup/lengthOf.ts';
import { Client } from './client.ts';
import { Model } from './model.ts';
import { initialSteps, steps, type Ref, type Step } from './steps.ts';
import { typeFiles } from './types.ts';
import { viewsOf } from './views.ts';

const numRuns = lengthOf('LECTERN_MODEL_RUNS', { short: 4, long: 20 });

const api = createApi(schemaOf(typeFiles));

let runs = 0;

/** Sends steps to the API and the model, and compares both after each. */
const play = async (sequence: readonly Step<Ref>[]): Promise<void> => {
  const client = new Client((method, url, body) => api.request(method, url, { body }), `r${++runs}-`);
  const model = new Model();
  for (const [count, any] of [...initialSteps, ...sequence].entries()) {
    const { step, mark } = client.resolve(any);
    const { status, body } = await client.send(step, mark);
    const stepText = JSON.stringify(step);
    expect(status, `${stepText}: ${JSON.stringify(body)}`).toBe(model.apply(step, mark));
    if (step.op === 'create' && status === 201) client.add(step.type, mark, body.data.documentId);
    if (count >= initialSteps.length) expect(await client.views(), stepText).toEqual(viewsOf(model));
  }
};

test(
  'after any sequence of writes the API and the model have the same versions, and both sides of every relation in order',
  () => fc.assert(fc.asyncProperty(steps, play), { numRuns }),
  // Enough time to shrink a failing sequence.
  60_000 + numRuns * 1_000,
);
