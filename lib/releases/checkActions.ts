// Finds what prevents the actions of a release, without writing: the same rules as in its execution, except hooks.
import { BSON, type Filter } from 'mongodb';
import { ApiError } from '../errors.ts';
import { findCallerByName, hasPermission, type Caller } from '../platform/access/index.ts';
import { livingFilter, type StoredDocument, type Transaction } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import type { Locales } from '../read/query/index.ts';
import { openTitleAttribute, type ContentType, type ScalarAttribute } from '../schema/index.ts';
import { checkVersion } from '../write/input/index.ts';
import { checkWritable, stageFault } from '../write/permissions/index.ts';
import { releasableType } from './releaseContext.ts';
import { everyLocale, writtenLocaleOf, type StoredAction } from './storedReleases.ts';

/** What kind of reason it is, for clients that say it in other languages. */
export type ReasonCode = 'author' | 'permission' | 'deleted' | 'locale' | 'type' | 'unique' | 'hidden';

/** Why an action cannot be done. */
export interface Reason {
  readonly message: string;
  /** Absent: a value is not valid. */
  readonly code?: ReasonCode;
  /** Of the value that prevents it. */
  readonly path?: readonly string[];
  readonly locale?: string;
}

export interface CheckedAction {
  readonly action: StoredAction;
  /** Empty: the action can be done. */
  readonly reasons: readonly Reason[];
  /** How the draft differs from the published version, in the first of its locales; null: there is no document. */
  readonly draftStatus: StoredDocument['draftStatus'] | null;
  /** The value of the attribute that names the document; null: it has none, or a private one. */
  readonly title: string | null;
}

/** What the author of an action may know of it, also if the author may not read the document any more. */
export const asSeen = (checked: CheckedAction, isVisible: boolean): CheckedAction =>
  isVisible
    ? checked
    : {
        ...{ action: checked.action, title: null, draftStatus: null },
        reasons:
          checked.reasons.length === 0
            ? []
            : [{ message: 'You may not read the document any more, or it is deleted', code: 'hidden' }],
      };

/** The callers of authors, with the rights that they have now. */
export type Authors = ReadonlyMap<string | null, Caller | undefined>;

export const findAuthors = async (service: Service, actions: readonly StoredAction[]): Promise<Authors> => {
  const authors = new Map<string | null, Caller | undefined>();
  for (const name of new Set(actions.map(({ author }) => author)))
    authors.set(name, await findCallerByName(service, name));
  return authors;
};

const inLocaleOf =
  ({ locale }: StoredAction) =>
  (stored: StoredDocument): boolean =>
    locale === everyLocale || stored.locale === locale;

export const uniqueAttributes = (type: ContentType): readonly ScalarAttribute[] =>
  [...type.attributes.values()].filter((attribute) => attribute.kind === 'scalar').filter(({ unique }) => unique);

export const titleOf = (type: ContentType, { draft, published }: StoredDocument): string | null => {
  const name = openTitleAttribute(type);
  const title = name === undefined ? undefined : (draft ?? published)?.[name];
  return typeof title === 'string' ? title : null;
};

/** The same text for values that a unique index holds for the same. */
export const uniqueKeyOf = (value: unknown): string => BSON.EJSON.stringify({ value });

/** Whether a unique index covers a value. */
export const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

interface Group {
  readonly type: ContentType;
  readonly actions: readonly StoredAction[];
}

/** What an author lacks for an action; undefined: nothing. */
const findMissingRight = async (
  { service, locales, unit }: CheckContext,
  type: ContentType,
  action: StoredAction,
  author: Caller | undefined,
): Promise<Reason | undefined> => {
  if (author === undefined) {
    const message = 'Whoever added the document may not log in any more: add it again';
    return { message, code: 'author' };
  }
  const missingRight: Reason = {
    message: 'Whoever added the document may not publish it any more: add it again, or give the permission back',
    code: 'permission',
  };
  if (!hasPermission(author, 'publish', type.uid)) return missingRight;
  try {
    const context = { service, caller: author, locales, type, locale: writtenLocaleOf(action) };
    await checkWritable(context, 'publish', action.documentId, unit);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return missingRight;
    throw error;
  }
};

const missing = ({ locale }: StoredAction): Reason =>
  locale === null || locale === everyLocale
    ? { message: 'The document is deleted', code: 'deleted' }
    : { message: `The document does not exist in the locale ${locale}`, code: 'locale' };

/** @returns what the drafts lack that an action publishes, each with its locale */
const draftFaults = ({ service }: CheckContext, type: ContentType, stored: readonly StoredDocument[]) =>
  stored.flatMap(({ draft, locale }): readonly Reason[] =>
    draft === undefined
      ? []
      : checkVersion(service.schema, type, draft).map(({ message, path }) => ({
          ...{ message, path },
          ...(locale === null ? {} : { locale }),
        })),
  );

/** @returns that drafts are not in the stage from which they can be published, each with its locale */
const stageFaults = (type: ContentType, stored: readonly StoredDocument[]) =>
  stored.flatMap(({ draft, locale, strapi_stage: stage }): readonly Reason[] => {
    const message = draft === undefined ? undefined : stageFault(type, stage);
    return message === undefined ? [] : [{ message, ...(locale === null ? {} : { locale }) }];
  });

export interface CheckContext {
  readonly service: Service;
  readonly locales: Locales;
  readonly unit: Transaction;
}

/** By documentId, the unique values that others have and that publishing it would need. */
const findTaken = async (
  { unit }: CheckContext,
  { type, actions }: Group,
  wanted: ReadonlyMap<string, readonly WantedValue[]>,
): Promise<ReadonlyMap<string, readonly Reason[]>> => {
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const taken = new Map<string, Reason[]>();
  const values = [...wanted.values()].flat();
  for (const { name } of uniqueAttributes(type))
    for (const locale of new Set(values.map((one) => one.locale))) {
      const inLocale = values.filter((one) => one.name === name && one.locale === locale);
      if (inLocale.length === 0) continue;
      // Documents of the release give their values up (`freeUniqueValues`), or keep what their draft has.
      const released = actions
        .filter((action) => action.locale === everyLocale || action.locale === locale)
        .map(({ documentId }) => documentId);
      const path = `published.${name}`;
      const filter = { locale, documentId: { $nin: released }, [path]: { $in: inLocale.map(({ value }) => value) } };
      const found = await documents
        .find(filter as Filter<StoredDocument>, { ...unit.options, projection: { [path]: 1 }, useBigInt64: true })
        .toArray();
      const takenValues = new Set(found.map(({ published }) => uniqueKeyOf(published?.[name])));
      for (const { documentId, value } of inLocale)
        if (takenValues.has(uniqueKeyOf(value))) {
          const reason: Reason = {
            ...{ message: 'This attribute must be unique', code: 'unique' },
            path: [name],
            ...(locale === null ? {} : { locale }),
          };
          taken.set(documentId, [...(taken.get(documentId) ?? []), reason]);
        }
    }
  return taken;
};

interface WantedValue {
  readonly documentId: string;
  readonly locale: string | null;
  readonly name: string;
  readonly value: unknown;
}

const checkGroup = async (context: CheckContext, group: Group, authors: Authors): Promise<readonly CheckedAction[]> => {
  const { unit } = context;
  const { type, actions } = group;
  const unique = uniqueAttributes(type);
  const wanted = new Map<string, readonly WantedValue[]>();
  const checked: CheckedAction[] = [];
  // One after the other: together the documents may be larger than the memory of a function.
  for (const action of actions) {
    const stored = await unit.db
      .collection<StoredDocument>(type.collectionName)
      .find({ documentId: action.documentId, ...livingFilter }, { ...unit.options, projection, useBigInt64: true })
      .sort({ locale: 1 })
      .toArray();
    const affected = stored.filter(inLocaleOf(action));
    const [first] = affected;
    const right = await findMissingRight(context, type, action, authors.get(action.author));
    const publishes = action.type === 'publish';
    const reasons =
      first === undefined || (publishes && affected.every(({ draft }) => draft === undefined))
        ? [missing(action)]
        : publishes
          ? [...draftFaults(context, type, affected), ...stageFaults(type, affected)]
          : [];
    if (publishes)
      wanted.set(
        action.documentId,
        [...(wanted.get(action.documentId) ?? [])].concat(
          affected.flatMap(({ documentId, locale, draft }) =>
            unique
              .map(({ name }) => ({ documentId, locale, name, value: draft?.[name] }))
              .filter(({ value }) => isFilled(value)),
          ),
        ),
      );
    checked.push({
      action,
      reasons: [...(right === undefined ? [] : [right]), ...reasons],
      draftStatus: first === undefined ? null : first.draftStatus,
      title: first === undefined ? null : titleOf(type, first),
    });
  }
  if (unique.length === 0) return checked;
  const taken = await findTaken(context, group, wanted);
  return checked.map((one) => {
    const { locale } = one.action;
    const more = (taken.get(one.action.documentId) ?? []).filter(
      (reason) => locale === everyLocale || (reason.locale ?? null) === locale,
    );
    return more.length === 0 || one.action.type === 'unpublish' ? one : { ...one, reasons: [...one.reasons, ...more] };
  });
};

const projection = { pending: 0, written: 0 } as const;

/**
 * @param actions all of a release: a value may be exchanged between two of its documents
 * @returns the actions in their order
 */
export const checkActions = async (
  context: CheckContext,
  actions: readonly StoredAction[],
): Promise<readonly CheckedAction[]> => {
  const { service } = context;
  const authors = await findAuthors(service, actions);
  const checked = new Map<StoredAction, CheckedAction>();
  for (const uid of new Set(actions.map(({ contentType }) => contentType))) {
    const ofType = actions.filter(({ contentType }) => contentType === uid);
    const type = releasableType(service.schema, uid);
    const results =
      type === undefined
        ? ofType.map((action) => ({
            ...{ action, draftStatus: null, title: null },
            reasons: [{ message: `There is no content type ${uid} with drafts any more`, code: 'type' } as const],
          }))
        : await checkGroup(context, { type, actions: ofType }, authors);
    for (const one of results) checked.set(one.action, one);
  }
  return actions.flatMap((action) => checked.get(action) ?? []);
};
