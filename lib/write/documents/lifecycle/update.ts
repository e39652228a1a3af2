// A change of a document: computed from what stands, and written only if that still stands.
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

/** The document as it stands, in every locale it has. */
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

/** @param living the document in all of its locales: it is changed in that of the target, or added there */
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
 * A change of a document, made ready: its body is checked. A document that is there in another locale only is made in
 * this one.
 *
 * @param documentId undefined: the one document of a single type
 * @param data the body's `data`: what it does not name stays
 * @returns the write of the document, as it will be stored
 * @throws ApiError 400 for what can be told of the body alone; the attempt: 404 when there is no such document in any
 *   locale; 412 when it is not what the target expects; 400 naming everything in `data` that does not fit
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

/** PUT on a single type, made ready: its one document is changed, or made when there is none. Throws as `updating`. */
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
