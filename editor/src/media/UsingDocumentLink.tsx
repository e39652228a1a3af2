// A document that uses a file: a link into its form, its type, and where it has the file.
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSchema } from '../api/schema.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import classes from './media.module.css';
import { pathText, type UsingDocument } from './useUsages.ts';

export const UsingDocumentLink = ({ document }: { readonly document: UsingDocument }) => {
  const t = useTranslations('media.usage');
  const schema = useSchema();
  const { uid, documentId, locale, label, status, paths } = document;
  const type = schema.types.get(uid);
  const search = locale === null ? {} : { locale };
  const details = [
    type?.displayName ?? uid,
    ...(locale === null ? [] : [locale]),
    ...paths.map((path) => pathText(path, type?.attributes ?? {}, schema)),
  ];
  const link = { className: classes.link ?? '', dir: 'auto' } as const;
  return (
    <div>
      <Group gap="xs">
        {type === undefined ? (
          <Text size="sm" fw={600} dir="auto">
            {label ?? t('untitled')}
          </Text>
        ) : type.kind === 'singleType' ? (
          <Link {...link} to="/single/$type" params={{ type: type.name }} search={search}>
            {label ?? type.displayName}
          </Link>
        ) : (
          <Link {...link} to="/content/$type/$documentId" params={{ type: type.name, documentId }} search={search}>
            {label ?? t('untitled')}
          </Link>
        )}
        {status === null ? null : <StatusBadge status={status} />}
      </Group>
      <Text size="xs" c="dimmed" dir="auto">
        {details.join(' · ')}
      </Text>
    </div>
  );
};
