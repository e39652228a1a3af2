// Whether the user may plan what goes live.
import type { ContentType } from '../schema/types.ts';
import { useMay } from './editor.ts';
import { useSchema } from './schema.ts';

export const releasesUid = 'plugin::content-releases';

/** @returns a function that tells whether the role may publish at least some documents of a type, and read them */
export const useMayRelease = (): ((type: ContentType) => boolean) => {
  const may = useMay();
  return ({ uid, kind, draftAndPublish }) => {
    const actions = kind === 'singleType' ? ['publish', 'find'] : ['publish', 'find', 'findOne'];
    return draftAndPublish && actions.every((action) => may(action, uid));
  };
};

/** Whether the role may use releases at all. */
export const useMayReleaseAny = (): boolean => {
  const mayRelease = useMayRelease();
  return [...useSchema().types.values()].some(mayRelease);
};

/** Whether the role may put documents into releases: its own, or those of others. */
export const useMayFillReleases = (): boolean => {
  const may = useMay();
  return may('create', releasesUid) || may('update', releasesUid);
};
