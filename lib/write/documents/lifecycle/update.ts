// Updates documents: computes the new versions from the stored ones, and writes them only if those have not changed.
import { documentNotFound } from '../../../errors.ts';
import type { Checked } from '../../input/index.ts';
import type { Service } from '../../../platform/service.ts';
import { addLocale } from '../locales/addLocale.ts';
import { make } from './create.ts';
import { checkExpected } from './expected.ts';
import { writing } from '../outbox.ts';
import { prepare, readBody, type WriteTarget } from './prepare.ts';
import { rewrite } from './rewrite.ts';
import { save } from './save.ts';
import { livingOf, type Stored, type Unit } from '../../../platform/db/index.ts';
import { alone, nameOf, type Write } from './write.ts';

/** The stored document in all of its locales. */
const standing = (
  { db, options }: Unit,
  { type }: WriteTarget,
  documentId: string | undefined,
): Promise<readonly Stored[]> =>
  db
    .collection<Stored>(type.collectionName)
    .find(livingOf(type, documentId), { ...options, useBigInt64: true })
    .toArray();

const change = async (
  service: Service,
  unit: Unit,
  target: WriteTarget,
  before: Stored,
  read: Checked,
  others: readonly Stored[],
): Promise<Stored> => {
  const { type, locale } = target;
  const { documentId } = before;
  const { versions, ...more } = await prepare(service, unit, target, documentId, read, before, others);
  const rewritten = { versions, actions: writing(type, 'update', versions), at: service.now() };
  const own = (within: Unit): Promise<Stored> => rewrite(within, type, before, rewritten);
  return save(service, unit, { type, documentId, locale, versions }, own, more);
};

/** @param living the document in all of its locales; the locale of the target is changed, or added */
const put = async (
  service: Service,
  unit: Unit,
  target: WriteTarget,
  living: readonly [Stored, ...Stored[]],
  read: Checked,
): Promise<Stored> => {
  const before = living.find(({ locale }) => locale === target.locale);
  checkExpected(target.expected, before ?? null);
  const others = living.filter((other) => other !== before);
  return before === undefined
    ? addLocale(service, unit, target, living[0].documentId, read, others)
    : change(service, unit, target, before, read, others);
};

/**
 * Prepares an update: checks its body. A document that only exists in other locales is created in this one.
 *
 * @param documentId undefined: the only document of a single type
 * @param data the body's `data`; attributes that it does not contain are unchanged
 * @returns the write, whose attempt returns the document as stored
 * @throws ApiError 400 for faults in the body itself; the attempt: 404 when the document exists in no locale; 412
 *   when it
 *   does not meet the precondition; 400 naming every invalid value in `data`
 */
export const updating = async (
  service: Service,
  target: WriteTarget,
  documentId: string | undefined,
  data: unknown,
): Promise<Write<Stored>> => {
  const read = await readBody(service, target, data);
  return {
    about: nameOf(target.type, documentId),
    attempt: async (unit) => {
      const [one, ...others] = await standing(unit, target, documentId);
      if (one === undefined) throw documentNotFound();
      return put(service, unit, target, [one, ...others], read);
    },
  };
};

/** Prepares a PUT on a single type: updates its document, or creates it when there is none. Throws as `updating`. */
export const puttingSingle = async (service: Service, target: WriteTarget, data: unknown): Promise<Write<Stored>> => {
  const read = await readBody(service, target, data);
  return {
    about: nameOf(target.type, undefined),
    attempt: async (unit) => {
      const [one, ...others] = await standing(unit, target, undefined);
      if (one !== undefined) return put(service, unit, target, [one, ...others], read);
      checkExpected(target.expected, null);
      return make(service, unit, target, read);
    },
  };
};

/** PUT on a single type. Throws as `updating`. */
export const putSingle = async (service: Service, target: WriteTarget, data: unknown): Promise<Stored> =>
  alone(service, await puttingSingle(service, target, data));
