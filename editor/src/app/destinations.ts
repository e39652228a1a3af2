// The screens that the user's role may use.
import {
  GlobeIcon,
  ImageIcon,
  KeyIcon,
  PeopleIcon,
  PulseIcon,
  RocketIcon,
  ShieldLockIcon,
  TrashIcon,
  WebhookIcon,
  type Icon,
} from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useSchema } from '../api/schema.ts';
import { useMay } from '../api/editor.ts';
import { useMayReleaseAny } from '../api/mayRelease.ts';
import { fileUid, useTrash } from '../api/useTrash.ts';
import { navigationGroups } from '../schema/navigationGroups.ts';
import { typePath } from '../schema/paths.ts';
import { useSchemaIcon } from './useSchemaIcon.ts';

export interface Destination {
  /** The path of the screen. */
  readonly to: string;
  readonly label: string;
  readonly Icon: Icon;
}

/** The list of a collection, or the form of a single type. */
export interface TypeDestination extends Destination {
  readonly uid: string;
}

export interface DestinationGroup {
  readonly title: string;
  readonly types: readonly TypeDestination[];
}

interface Destinations {
  readonly groups: readonly DestinationGroup[];
  readonly media: readonly Destination[];
  readonly releases: readonly Destination[];
  readonly trash: readonly Destination[];
  readonly administration: readonly Destination[];
  /** The forms for new documents. */
  readonly creations: readonly TypeDestination[];
}

export const useDestinations = (): Destinations => {
  const t = useTranslations('app');
  const may = useMay();
  const { mayRestore } = useTrash();
  const mayRelease = useMayReleaseAny();
  const visible = [...useSchema().types.values()].filter((type) => type.visible && may('find', type.uid));
  const screen = (permitted: boolean, to: string, label: string, Icon: Icon): readonly Destination[] =>
    permitted ? [{ to, label, Icon }] : [];
  const iconOf = useSchemaIcon(visible);
  const kindTitles = { collectionType: t('content'), singleType: t('singles') };
  return {
    groups: navigationGroups(visible).map(({ name, kind = 'collectionType', types }) => ({
      title: name ?? kindTitles[kind],
      types: types.map((type) => ({ uid: type.uid, to: typePath(type), label: type.plural, Icon: iconOf(type) })),
    })),
    media: screen(may('find', 'plugin::upload.content-api'), '/media', t('media'), ImageIcon),
    releases: screen(mayRelease, '/releases', t('releases'), RocketIcon),
    trash: screen(mayRestore(fileUid) || visible.some(({ uid }) => mayRestore(uid)), '/trash', t('trash'), TrashIcon),
    administration: [
      ...screen(may('find', 'plugin::users-permissions.user'), '/admin/users', t('users'), PeopleIcon),
      ...screen(may('find', 'plugin::users-permissions.role'), '/admin/roles', t('roles'), ShieldLockIcon),
      ...screen(may('manage', 'admin::api-tokens'), '/admin/tokens', t('tokens'), KeyIcon),
      ...screen(may('manage', 'admin::webhooks'), '/admin/webhooks', t('webhooks'), WebhookIcon),
      ...screen(may('create', 'plugin::i18n.locale'), '/admin/locales', t('locales'), GlobeIcon),
      ...screen(may('read', 'admin::audit'), '/admin/activity', t('activity'), PulseIcon),
    ],
    creations: visible
      .filter(({ uid, kind }) => kind === 'collectionType' && may('create', uid))
      .map((type) => ({
        uid: type.uid,
        to: `/content/${type.name}/new`,
        label: t('newDocument', { type: type.displayName }),
        Icon: iconOf(type),
      })),
  };
};
