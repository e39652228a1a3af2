// options.review: the stages of drafts, and the messages about those that are not valid.
import { describe, expect, it } from 'vitest';
import {
  buildSchema,
  indexedOrders,
  pack,
  stageAfterChange,
  stageOf,
  typeOf,
  unpack,
  type Status,
} from '../../lib/schema/index.ts';

const built = (review: unknown, options: object = { draftAndPublish: true }, attributes: object = {}) =>
  buildSchema({
    'page.json': JSON.stringify({
      info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
      options: { ...options, ...(review === undefined ? {} : { review }) },
      attributes: { title: { type: 'string' }, ...attributes },
    }),
  });
const faultsOf = (...parameters: Parameters<typeof built>): readonly string[] =>
  built(...parameters).faults.map(({ path, message }) => `${path}: ${message}`);

const expectedList = 'write a list of 2 to 20 different stages, such as ["writing", "review", "ready"]';

describe('options.review', () => {
  it('is a list of stages, or an object with the one that publishes', () => {
    const reviewOf = (review: unknown) => {
      const { schema } = built(review);
      return schema === undefined ? undefined : typeOf(unpack(pack(schema)), 'api::page.page').review;
    };
    expect(reviewOf(['writing', 'ready'])).toEqual({ stages: ['writing', 'ready'] });
    const whole = { stages: ['writing', 'ready'], publishFrom: 'ready', returnTo: 'writing' };
    expect([reviewOf(whole), reviewOf(undefined)]).toEqual([whole, undefined]);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['one stage', ['writing'], [`options.review: ${expectedList}, not ["writing"]`]],
    ['a repeated stage', ['a', 'a'], [`options.review: ${expectedList}, not ["a","a"]`]],
    ['a text', 'writing', [`options.review: ${expectedList}, not "writing"`]],
    ['a number', ['a', 1], ['options.review.1: write a text of 1 to 100 characters, not 1']],
    ['no stages', { publishFrom: 'a' }, [`options.review.stages: is missing; ${expectedList}`]],
    [
      'an unknown key',
      { stages: ['a', 'b'], publish: 'b' },
      ['options.review.publish: is not known; there is stages, publishFrom, returnTo'],
    ],
    [
      'an unknown stage',
      { stages: ['writing', 'ready'], publishFrom: 'redy' },
      ['options.review.publishFrom: there is no stage "redy"; did you mean "ready"?'],
    ],
    [
      'an unknown stage to return to',
      { stages: ['writing', 'ready'], returnTo: 'writng' },
      ['options.review.returnTo: there is no stage "writng"; did you mean "writing"?'],
    ],
    [
      'a return to the stage that publishes, which would approve what nobody has seen',
      { stages: ['writing', 'ready', 'done'], publishFrom: 'ready', returnTo: 'ready' },
      ['options.review.returnTo: write a stage before "ready", which publishes'],
    ],
  ])('refuses %s', (_, review, faults) => {
    expect(faultsOf(review)).toEqual(faults);
  });

  it('needs drafts, and reserves the names of its attributes', () => {
    expect(faultsOf(['a', 'b'], {})).toEqual([
      'options.review: only drafts have stages: add "draftAndPublish": true to the options, or remove this',
    ]);
    expect(faultsOf(undefined, {}, { strapi_stage: { type: 'string' } })).toEqual([
      'attributes.strapi_stage: the name is reserved: every document has its own; choose another one',
    ]);
  });

  it('has an index for the drafts of an assignee', () => {
    const { schema } = built(['a', 'b']);
    const orders = (version: Status) =>
      schema === undefined ? [] : indexedOrders(typeOf(schema, 'api::page.page'), version).map(Object.keys);
    expect(orders('draft')).toContainEqual(['strapi_assignee', 'draft.updatedAt']);
    expect(orders('published').flat()).not.toContain('strapi_assignee');
  });

  it.each<[from: string, settable: string, expected: string, returnTo?: string]>([
    ['ready', 'writing edited read ready', 'ready'],
    ['ready', 'writing edited read', 'read'],
    ['ready', 'writing edited', 'edited'],
    ['ready', 'edited', 'edited'],
    ['ready', '', 'writing'],
    ['edited', 'writing', 'writing'],
    ['writing', '', 'writing'],
    // Not into the stage that publishes, what nobody has seen.
    ['done', 'writing ready', 'writing'],
    ['ready', 'writing read', 'edited', 'edited'],
    ['read', '', 'edited', 'edited'],
    ['edited', '', 'edited', 'edited'],
    ['writing', '', 'writing', 'edited'],
  ])('puts a draft in "%s", changed by somebody who may set "%s", into "%s"', (from, settable, expected, returnTo) => {
    const stages = ['writing', 'edited', 'read', 'ready', 'done'];
    const review = { stages, publishFrom: 'ready', ...(returnTo === undefined ? {} : { returnTo }) };
    expect(stageAfterChange(review, from, (stage) => settable.split(' ').includes(stage))).toBe(expected);
  });

  it('puts documents without a stage, or with one of an earlier schema, into the first', () => {
    const review = { stages: ['writing', 'ready'] };
    expect([undefined, 'old', 'ready'].map((stored) => stageOf(review, stored))).toEqual([
      'writing',
      'writing',
      'ready',
    ]);
  });
});
