// The screens that the user's role may use.
import {
  FileIcon,
  GlobeIcon,
  ImageIcon,
  KeyIcon,
  PeopleIcon,
  ShieldLockIcon,
  StackIcon,
  WebhookIcon,
  type Icon,
} from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useSchema } from '../api/schema.ts';
import { useMay } from '../api/editor.ts';
import type { ContentType } from '../schema/types.ts';

export interface Destination {
  /** The path of the screen. */
  readonly to: string;
  readonly label: string;
  readonly Icon: Icon;
}

interface Destinations {
  readonly collections: readonly Destination[];
  readonly singles: readonly Destination[];
  readonly media: readonly Destination[];
  readonly administration: readonly Destination[];
  /** The forms for new documents. */
  readonly creations: readonly Destination[];
}

/** The path of the list of a collection, or of the form of a single type. */
const pathOf = ({ kind, name }: ContentType): string =>
  kind === 'singleType' ? `/single/${name}` : `/content/${name}`;

export const useDestinations = (): Destinations => {
  const t = useTranslations('app');
  const may = useMay();
  const visible = [...useSchema().types.values()].filter(({ uid }) => may('find', uid));
  const screen = (permitted: boolean, to: string, label: string, Icon: Icon): readonly Destination[] =>
    permitted ? [{ to, label, Icon }] : [];
  const ofKind = (wanted: ContentType['kind'], Icon: Icon): readonly Destination[] =>
    visible.filter(({ kind }) => kind === wanted).map((type) => ({ to: pathOf(type), label: type.displayName, Icon }));
  return {
    collections: ofKind('collectionType', StackIcon),
    singles: ofKind('singleType', FileIcon),
    media: screen(may('find', 'plugin::upload.content-api'), '/media', t('media'), ImageIcon),
    administration: [
      ...screen(may('find', 'plugin::users-permissions.user'), '/admin/users', t('users'), PeopleIcon),
      ...screen(may('find', 'plugin::users-permissions.role'), '/admin/roles', t('roles'), ShieldLockIcon),
      ...screen(may('manage', 'admin::api-tokens'), '/admin/tokens', t('tokens'), KeyIcon),
      ...screen(may('manage', 'admin::webhooks'), '/admin/webhooks', t('webhooks'), WebhookIcon),
      ...screen(may('create', 'plugin::i18n.locale'), '/admin/locales', t('locales'), GlobeIcon),
    ],
    creations: visible
      .filter(({ uid, kind }) => kind === 'collectionType' && may('create', uid))
      .map(({ name, displayName }) => ({
        to: `/content/${name}/new`,
        label: t('newDocument', { type: displayName }),
        Icon: StackIcon,
      })),
  };
};
