// Says that a form is a copy, and in what it differs from the original.
import { Alert, List, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { useLocaleName } from '../../api/locales.ts';
import type { CopyNote, CopyReason } from '../../form/makeNew.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import type { ContentType } from '../../schema/types.ts';

interface Props {
  readonly type: ContentType;
  readonly notes: readonly CopyNote[];
  /** Those that are copied later. */
  readonly locales: readonly string[];
}

const reasons: readonly CopyReason[] = ['suffixed', 'unique', 'exclusive', 'unreadable', 'partial', 'password'];

export const CopyNotice = ({ type, notes, locales }: Props) => {
  const t = useTranslations('document.copy');
  const format = useFormatter();
  const nameOf = useLocaleName();
  const lines = reasons.flatMap((reason) => {
    const names = notes
      .filter((note) => note.reason === reason)
      .map(({ attribute }) => attributeLabel(type.attributes, attribute));
    return names.length === 0 ? [] : [t(reason, { names: format.list(names) })];
  });
  return (
    <Alert title={t('title')} color="blue">
      <Text size="sm">
        {t('text')}
        {locales.length === 0 ? null : ` ${t('locales', { locales: format.list(locales.map(nameOf)) })}`}
      </Text>
      {lines.length === 0 ? null : (
        <List size="sm" mt="xs">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
};
