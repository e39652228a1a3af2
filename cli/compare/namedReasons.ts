// The differences that docs/differences.md and docs/reference/differences.md explain.
import { builtInRoles, isMemberRole } from '../../lib/accounts/roles/index.ts';
import { builtInUids, isContentType, isObject } from '../../lib/schema/index.ts';
import type { Difference } from './differences.ts';

export interface NamedReason {
  /** The beginning of its item in docs/differences.md. */
  readonly item: string;
  readonly explains: (difference: Difference) => boolean;
}

const isInteger = (value: unknown): boolean => Number.isInteger(value);

const isOfComponent = ({ holder }: Difference): boolean => holder !== undefined && !isContentType(holder);

const isOfFile = ({ holder, at }: Difference): boolean =>
  holder?.uid === builtInUids.file || /(?:^|\.)formats\.[^.]+\.[^.]+$/.test(at);

/** The name of the file in a URL. */
const fileName = (url: string): string | undefined => url.split(/[?#]/, 1)[0]?.split('/').pop();

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value);

/** Whether both times are in the same second, and one of them has only seconds. */
const differInPrecision = (strapi: string, lectern: string): boolean => {
  const [one, other] = [Date.parse(strapi), Date.parse(lectern)];
  return (one % 1000 === 0 || other % 1000 === 0) && Math.abs(one - other) < 1000;
};

/** Whether a role is one of those that only Lectern has: for users of the editor, whom Strapi has apart from other users. */
const isOwnRole = (role: unknown): boolean =>
  isObject(role) && typeof role.type === 'string' && ownRoles.includes(role.type);

const ownRoles: readonly string[] = Object.keys(builtInRoles).filter((type) => !isMemberRole(type));

export const namedReasons: readonly NamedReason[] = [
  {
    item: 'Components and entries of dynamic zones have no `id`',
    explains: (difference) =>
      difference.key === 'id' &&
      isOfComponent(difference) &&
      isInteger(difference.strapi) &&
      difference.lectern === undefined,
  },
  {
    item: 'With `componentIds`, a component has the same `id` in both versions',
    explains: (difference) =>
      difference.key === 'id' &&
      isOfComponent(difference) &&
      isInteger(difference.strapi) &&
      isInteger(difference.lectern),
  },
  {
    item: 'A published document keeps its `id` when it is published again',
    explains: (difference) =>
      difference.key === 'id' &&
      !isOfComponent(difference) &&
      isInteger(difference.strapi) &&
      isInteger(difference.lectern),
  },
  {
    item: 'Lists without `sort` come in the order of creation',
    explains: ({ kind, at }) => kind === 'unsorted' || (kind === 'order' && at === 'roles'),
  },
  {
    item: 'Only localized documents have a `locale`',
    explains: ({ key, holder, strapi, lectern }) =>
      key === 'locale' &&
      holder !== undefined &&
      isContentType(holder) &&
      !holder.localized &&
      strapi === null &&
      lectern === undefined,
  },
  {
    item: 'The `url`, `provider` and `isUrlSigned` of a file are those of its store',
    explains: (difference) => {
      const { key, strapi, lectern } = difference;
      if (!isOfFile(difference)) return false;
      if (key === 'provider' || key === 'isUrlSigned') return true;
      const isUrl =
        (key === 'url' || key === 'previewUrl') && typeof strapi === 'string' && typeof lectern === 'string';
      return isUrl && fileName(strapi) === fileName(lectern);
    },
  },
  {
    item: 'Times have milliseconds',
    explains: ({ strapi, lectern }) => isTime(strapi) && isTime(lectern) && differInPrecision(strapi, lectern),
  },
  {
    item: 'Files have no `related`',
    explains: (difference) => difference.key === 'related' && isOfFile(difference) && difference.lectern === undefined,
  },
  {
    item: 'Files in the media library have `folder`',
    explains: (difference) => difference.key === 'folder' && isOfFile(difference) && difference.strapi === undefined,
  },
  {
    item: 'Users of the editor are users with the roles `administrator`, `editor` or `author`',
    // Content may have `role` and `roles` of its own.
    explains: ({ at, strapi, lectern, document, holder }) =>
      strapi === undefined &&
      (holder === undefined
        ? at === 'roles[]' && isOwnRole(lectern)
        : holder.uid === builtInUids.user && isObject(document) && isOwnRole(document.role)),
  },
  {
    item: '`meta.status` beside a single draft',
    explains: ({ at, strapi }) => at === 'meta.status' && strapi === undefined,
  },
];
