// A document that uses a file: a link into its form, its type, and where it has the file.
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSchema } from '../api/schema.ts';
import { documentPath } from '../schema/paths.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import classes from './media.module.css';
import { pathText, type UsingDocument } from './useUsages.ts';

export const UsingDocumentLink = ({ document }: { readonly document: UsingDocument }) => {
  const t = useTranslations('media.usage');
  const schema = useSchema();
  const { uid, documentId, locale, label, status, paths } = document;
  const type = schema.types.get(uid);
  const search = locale === null ? {} : { locale };
  const text = label ?? (type?.kind === 'singleType' ? type.displayName : t('untitled'));
  const title = { size: 'sm', fw: 600, dir: 'auto', className: classes.long ?? '', children: text } as const;
  const details = [
    type?.displayName ?? uid,
    ...(locale === null ? [] : [locale]),
    ...paths.map((path) => pathText(path, type?.attributes ?? {}, schema)),
  ];
  return (
    <div>
      <Group gap="xs">
        {type === undefined ? (
          <Text {...title} />
        ) : (
          <Anchor
            {...title}
            component={Link}
            to={documentPath(type, documentId)}
            search={search as never}
            underline="always"
          />
        )}
        {status === null ? null : <StatusBadge status={status} />}
      </Group>
      <Text size="xs" c="dimmed" dir="auto">
        {details.join(' · ')}
      </Text>
    </div>
  );
};
