// Whether the user may create and change releases. Apart from `mayRelease.ts`, which the first screen loads.
import { useQuery } from '@tanstack/react-query';
import { useMay } from './editor.ts';
import { releasesUid } from './mayRelease.ts';
import { plannedReleasesQuery, type Release } from './releases.ts';

/** Whether the role may create releases. */
export const useMayCreateRelease = (): boolean => useMay()('create', releasesUid);

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
