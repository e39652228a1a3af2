// Finds what prevents the actions of a release, without writing: the same rules as in its execution, except hooks.
import type { Filter } from 'mongodb';
import { ApiError } from '../errors.ts';
import { findCallerByName, hasPermission, type Caller } from '../platform/access/index.ts';
import { livingFilter, type StoredDocument, type Transaction } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import type { Locales } from '../read/query/index.ts';
import type { ContentType } from '../schema/index.ts';
import { checkVersion } from '../write/input/index.ts';
import { checkWritable, stageFault } from '../write/permissions/index.ts';
import { releasableType } from './releaseContext.ts';
import type { Reason } from './contract.ts';
import { toCheckedDocument, type CheckedAction } from './seenActions.ts';
import { agentAuthor, coversLocale, everyLocale, writtenLocaleOf, type StoredAction } from './storedReleases.ts';
import { isFilled, uniqueAttributes, uniqueKeyOf } from './uniqueValues.ts';

/** The callers of authors, with the rights that they have now. */
export type Authors = ReadonlyMap<string | null, Caller | undefined>;

export const findAuthors = async (service: Service, actions: readonly StoredAction[]): Promise<Authors> => {
  const authors = new Map<string | null, Caller | undefined>();
  for (const name of new Set(actions.map(({ author }) => author)))
    authors.set(name, await findCallerByName(service, name));
  return authors;
};

interface Group {
  readonly type: ContentType;
  readonly actions: readonly StoredAction[];
}

const agentSince = 'An agent has changed the document since: plan the release again';

/** What an author lacks for an action; undefined: nothing. */
const findMissingRight = async (
  { service, locales, unit }: CheckContext,
  type: ContentType,
  action: StoredAction,
  author: Caller | undefined,
): Promise<Reason | undefined> => {
  if (action.author === agentAuthor)
    // Of a change set, whoever publishes it needs the rights (`takeOver`).
    return action.change === undefined ? { message: agentSince, code: 'author' } : undefined;
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

/** A unique value that an action publishes. */
interface WantedValue {
  readonly action: StoredAction;
  readonly locale: string | null;
  readonly name: string;
  readonly value: unknown;
}

const wantedValues = (type: ContentType, action: StoredAction, stored: readonly StoredDocument[]) =>
  stored.flatMap(({ locale, draft }): readonly WantedValue[] =>
    uniqueAttributes(type)
      .map(({ name }) => ({ action, locale, name, value: draft?.[name] }))
      .filter(({ value }) => isFilled(value)),
  );

/** @returns by action, that documents outside of the release have values that it needs */
const findTaken = async (
  { unit }: CheckContext,
  { type, actions }: Group,
  wanted: readonly WantedValue[],
): Promise<ReadonlyMap<StoredAction, readonly Reason[]>> => {
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const taken = new Map<StoredAction, Reason[]>();
  for (const { name } of uniqueAttributes(type))
    for (const locale of new Set(wanted.map((one) => one.locale))) {
      const inLocale = wanted.filter((one) => one.name === name && one.locale === locale);
      if (inLocale.length === 0) continue;
      // Documents of the release give their values up (`freeUniqueValues`), or keep what their draft has.
      const released = actions.filter((action) => coversLocale(action, locale)).map(({ documentId }) => documentId);
      const path = `published.${name}`;
      const filter = { locale, documentId: { $nin: released }, [path]: { $in: inLocale.map(({ value }) => value) } };
      const found = await documents
        .find(filter as Filter<StoredDocument>, { ...unit.options, projection: { [path]: 1 }, useBigInt64: true })
        .toArray();
      const takenValues = new Set(found.map(({ published }) => uniqueKeyOf(published?.[name])));
      for (const { action, value } of inLocale)
        if (takenValues.has(uniqueKeyOf(value))) {
          const reason: Reason = {
            ...{ message: 'This attribute must be unique', code: 'unique' },
            path: [name],
            ...(locale === null ? {} : { locale }),
          };
          taken.set(action, [...(taken.get(action) ?? []), reason]);
        }
    }
  return taken;
};

/** The documents of an action, by locale. */
const findDocuments = async (
  { unit }: CheckContext,
  type: ContentType,
  action: StoredAction,
): Promise<readonly StoredDocument[]> => {
  const projection = { pending: 0, written: 0 } as const;
  const stored = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .find({ documentId: action.documentId, ...livingFilter }, { ...unit.options, projection, useBigInt64: true })
    .sort({ locale: 1 })
    .toArray();
  return stored.filter(({ locale }) => coversLocale(action, locale));
};

/** What of its documents prevents an action, without what other documents have. */
const documentFaults = (
  context: CheckContext,
  type: ContentType,
  action: StoredAction,
  stored: readonly StoredDocument[],
): readonly Reason[] => {
  if (stored.length === 0) return [missing(action)];
  if (action.type === 'unpublish') return [];
  if (stored.every(({ draft }) => draft === undefined)) return [missing(action)];
  return [...draftFaults(context, type, stored), ...stageFaults(type, stored)];
};

const checkGroup = async (context: CheckContext, group: Group, authors: Authors): Promise<readonly CheckedAction[]> => {
  const { type, actions } = group;
  const wanted: WantedValue[] = [];
  const checked: CheckedAction[] = [];
  // One after the other: together the documents may be larger than the memory of a function.
  for (const action of actions) {
    const stored = await findDocuments(context, type, action);
    const right = await findMissingRight(context, type, action, authors.get(action.author));
    if (action.type === 'publish') wanted.push(...wantedValues(type, action, stored));
    checked.push({
      action,
      reasons: [...(right === undefined ? [] : [right]), ...documentFaults(context, type, action, stored)],
      documents: stored.map((one) => toCheckedDocument(type, one)),
    });
  }
  const taken = await findTaken(context, group, wanted);
  return checked.map((one) => ({ ...one, reasons: [...one.reasons, ...(taken.get(one.action) ?? [])] }));
};

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
            ...{ action, documents: [] },
            reasons: [{ message: `There is no content type ${uid} with drafts any more`, code: 'type' } as const],
          }))
        : await checkGroup(context, { type, actions: ofType }, authors);
    for (const one of results) checked.set(one.action, one);
  }
  return actions.flatMap((action) => checked.get(action) ?? []);
};
