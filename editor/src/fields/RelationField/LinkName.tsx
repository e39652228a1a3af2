// The label of a link. It opens the document beside the form, or else in a tab of its own.
import { Anchor, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { LinkedDocument } from '../../form/types.ts';
import type { ContentType } from '../../schema/types.ts';
import classes from './LinkList.module.css';
import { documentAddress } from './links.ts';

interface Props {
  readonly link: LinkedDocument;
  readonly type: ContentType | undefined;
  readonly locale: string | undefined;
  readonly onOpen: ((link: LinkedDocument) => void) | undefined;
}

export const LinkName = ({ link, type, locale, onOpen }: Props) => {
  const t = useTranslations('fields.relation');
  const address = type === undefined ? undefined : documentAddress(type, link.documentId, locale);
  if (address === undefined)
    return (
      <Text className={classes.name} size="sm" truncate dir="auto">
        {link.label}
      </Text>
    );
  const common = { className: classes.name ?? '', size: 'sm', truncate: true, dir: 'auto', title: link.label } as const;
  if (onOpen !== undefined)
    return (
      <Anchor
        component="button"
        type="button"
        {...common}
        onClick={() => {
          onOpen(link);
        }}
      >
        {link.label}
      </Anchor>
    );
  return (
    <Anchor href={address} target="_blank" rel="noopener" {...common} aria-label={t('openTab', { label: link.label })}>
      {link.label}
    </Anchor>
  );
};
