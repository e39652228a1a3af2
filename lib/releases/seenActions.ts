// Shows what was found of an action to a caller, as far as the caller may read its document.
import type { StoredDocument } from '../platform/db/index.ts';
import { openTitleAttribute, type ContentType, type Status } from '../schema/index.ts';
import type { Reason } from './contract.ts';
import type { StoredAction } from './storedReleases.ts';
import { versionsOfAction, type Visibility, type VisibleParts } from './visibleActions.ts';

/** What answers may show of a stored document, in one locale. */
interface CheckedDocument {
  readonly locale: string | null;
  readonly draftStatus: NonNullable<StoredDocument['draftStatus']> | null;
  /** By version: the value of the attribute that names the document; null: it has none, or a private one. */
  readonly titles: Partial<Readonly<Record<Status, string | null>>>;
}

/** An action with all that was found of it. Only `asSeen` shows it to callers. */
export interface CheckedAction {
  readonly action: StoredAction;
  /** Empty: the action can be done. */
  readonly reasons: readonly Reason[];
  /** In the locales of the action, by locale. */
  readonly documents: readonly CheckedDocument[];
}

/** An action as a caller may know of it. */
export interface SeenAction {
  readonly action: StoredAction;
  readonly reasons: readonly Reason[];
  /** How the draft differs from the published version, in the first locale that the caller may read; null: there is none. */
  readonly draftStatus: CheckedDocument['draftStatus'];
  readonly title: string | null;
}

const titleIn = (type: ContentType, version: StoredDocument['draft']): string | null => {
  const name = openTitleAttribute(type);
  const title = name === undefined ? undefined : version?.[name];
  return typeof title === 'string' ? title : null;
};

export const titleOf = (type: ContentType, { draft, published }: StoredDocument): string | null =>
  titleIn(type, draft ?? published);

export const toCheckedDocument = (type: ContentType, stored: StoredDocument): CheckedDocument => ({
  ...{ locale: stored.locale, draftStatus: stored.draftStatus ?? null },
  titles: Object.fromEntries(
    (['draft', 'published'] as const)
      .filter((version) => stored[version] !== undefined)
      .map((version) => [version, titleIn(type, stored[version])]),
  ),
});

/** The first document of an action in a version that the caller may read. */
export const firstSeen = (
  { type }: Pick<StoredAction, 'type'>,
  documents: readonly CheckedDocument[],
  { has }: VisibleParts,
): Pick<SeenAction, 'title' | 'draftStatus'> => {
  for (const { locale, draftStatus, titles } of documents)
    for (const version of versionsOfAction(type))
      if (titles[version] !== undefined && has(version, locale))
        return { title: titles[version], draftStatus: has('draft', locale) ? draftStatus : version };
  return { title: null, draftStatus: null };
};

/** An own action of whose document the author may read nothing. What the document is may not show, so it is always the same. */
export const hiddenAction = (action: StoredAction): SeenAction => {
  const message = 'You may not read the document any more, or it is deleted';
  return { action, title: null, draftStatus: null, reasons: [{ message, code: 'hidden' }] };
};

export const asSeen = ({ action, reasons, documents }: CheckedAction, parts: VisibleParts): SeenAction => {
  const isSeen = ({ locale }: Reason): boolean => (locale === undefined ? parts.isWhole : parts.has('draft', locale));
  return { action, reasons: reasons.filter(isSeen), ...firstSeen(action, documents, parts) };
};

/** What prevents a release, as far as a caller may know of it. @returns the actions that the caller sees, and how many others */
export const seeRefused = (
  checked: readonly CheckedAction[],
  visible: Visibility,
): { readonly seen: readonly SeenAction[]; readonly hidden: number } => {
  const refused = checked.filter(({ reasons }) => reasons.length > 0);
  const seen = refused
    .flatMap((one) => {
      const parts = visible.get(one.action);
      return parts === undefined ? [] : [asSeen(one, parts)];
    })
    .filter(({ reasons }) => reasons.length > 0);
  return { seen, hidden: refused.length - seen.length };
};
