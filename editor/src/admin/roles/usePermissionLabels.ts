// The words for permissions that are not on content.
import { useTranslations, type Messages } from 'use-intl';

type Part = keyof Messages['permissions']['parts'];

export interface PermissionLabels {
  /** @param uid `plugin::upload.content-api` */
  readonly ofPart: (uid: string) => string;
  /** @param action the last part of a permission's name, for example `upload` */
  readonly ofAction: (uid: string, action: string) => string;
}

/** The names of permissions in the language of the page; those of the project's own routes stay as the project wrote them. */
export const usePermissionLabels = (): PermissionLabels => {
  const t = useTranslations('permissions');
  const partOf = (uid: string) => (/^(?:plugin|admin)::/.test(uid) ? uid.split(/[.:]+/).at(-1) : undefined) as Part;
  return {
    ofPart: (uid) => {
      const key = `parts.${partOf(uid)}` as const;
      return t.has(key) ? t(key) : uid;
    },
    ofAction: (uid, action) => {
      const key = `actions.${partOf(uid)}.${action}` as Parameters<typeof t>[0];
      return t.has(key) ? t(key) : action;
    },
  };
};
