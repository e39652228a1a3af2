// Whether the user may plan what goes live, and work with releases.
import { useQuery } from '@tanstack/react-query';
import type { ContentType } from '../schema/types.ts';
import { useMay } from './editor.ts';
import { plannedReleasesQuery, type Release } from './releases.ts';
import { useSchema } from './schema.ts';

/** @returns a function that tells whether the role may publish at least some documents of a type, and read them */
export const useMayRelease = (): ((type: ContentType) => boolean) => {
  const may = useMay();
  return ({ uid, kind, draftAndPublish }) => {
    const actions = kind === 'singleType' ? ['publish', 'find'] : ['publish', 'find', 'findOne'];
    return draftAndPublish && actions.every((action) => may(action, uid));
  };
};

const releasesUid = 'plugin::content-releases';

/** Whether the role may create releases. */
export const useMayCreateRelease = (): boolean => useMay()('create', releasesUid);

/** Whether the role may use releases at all. */
export const useMayReleaseAny = (): boolean => {
  const mayRelease = useMayRelease();
  return [...useSchema().types.values()].some(mayRelease);
};

/** @returns a function that tells whether the user may do this to a release: the owner, and roles with the permission */
export const useMayChangeRelease = (): ((
  release: Pick<Release, 'isOwn' | 'name'>,
  right: 'update' | 'publish' | 'delete',
) => boolean) => {
  const may = useMay();
  // The schedule of a document needs the right to publish the document, which only the API knows.
  return ({ isOwn, name }, right) => isOwn || name === null || may(right, releasesUid);
};

/** @returns the planned releases to which the user may add documents, and whether the user may create one for them */
export const useReleaseChoices = () => {
  const mayCreate = useMayCreateRelease();
  const mayChange = useMayChangeRelease();
  const { data = [] } = useQuery(plannedReleasesQuery);
  return { mayCreate, releases: data.filter((release) => mayChange(release, 'update')) };
};
