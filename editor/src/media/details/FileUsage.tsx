// The documents that use a file, with links into their forms.
import { List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { useUsages } from '../useUsages.ts';
import { UsingDocumentLink } from '../UsingDocumentLink.tsx';

export const FileUsage = ({ documentId }: { readonly documentId: string }) => {
  const t = useTranslations('media.usage');
  const usages = useUsages([documentId], true);
  return (
    <Stack gap="xs" component="section" aria-busy={usages.isPending}>
      <Title order={2} size="h5">
        {t('title')}
      </Title>
      {usages.isPending ? (
        <Skeleton h={40} />
      ) : usages.data === undefined ? (
        <ErrorMessage error={usages.error} onRetry={() => void usages.refetch()} />
      ) : usages.data.documents.length === 0 && usages.data.hidden === 0 ? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ) : (
        <>
          <List listStyleType="none" spacing="xs" aria-label={t('title')}>
            {usages.data.documents.map((document) => (
              <List.Item key={`${document.uid} ${document.documentId} ${document.locale ?? ''}`}>
                <UsingDocumentLink document={document} />
              </List.Item>
            ))}
            {usages.data.hidden === 0 ? null : (
              <List.Item>
                <Text size="sm" c="dimmed">
                  {t('hidden', { count: usages.data.hidden })}
                </Text>
              </List.Item>
            )}
          </List>
          {usages.data.complete ? null : (
            <Text size="xs" c="dimmed">
              {t('incomplete')}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
};
