// Offers to add the drafts that documents of a release link to: readers would not find them.
import { Alert, Box, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocaleName } from '../api/locales.ts';
import { linkedDraftsQuery, type LinkedDraft, type Release, type ReleasedDocument } from '../api/releases.ts';
import { useSchema } from '../api/schema.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import lists from '../ui/borderedList.module.css';
import { TitleLink } from './DocumentRow.tsx';
import { useAddAction } from './useAddDocuments.ts';
import { TitledRow } from '../ui/TitledRow.tsx';

interface Props {
  readonly release: Release;
  readonly documents: readonly ReleasedDocument[];
}

const toAction = ({ contentType, entryDocumentId, locale }: LinkedDraft) => ({
  ...{ type: 'publish' as const, contentType, entryDocumentId, locale },
});

export const LinkedDrafts = ({ release, documents }: Props) => {
  const t = useReleaseTexts();
  const { types } = useSchema();
  const localeName = useLocaleName();
  const add = useAddAction(release);
  const { data: drafts = [] } = useQuery(linkedDraftsQuery(release.id));
  const nameOf = ({ contentType, title }: Pick<LinkedDraft, 'contentType' | 'title'>): string =>
    title ?? types.get(contentType)?.displayName ?? t('untitled');
  if (drafts.length === 0) return null;
  return (
    <Alert color="blue" title={t('linkedDrafts', { count: drafts.length })}>
      <ul className={lists.list}>
        {drafts.map((draft) => {
          const { contentType, entryDocumentId, locale, linkedBy } = draft;
          const type = types.get(contentType);
          const linking = documents.filter(({ id }) => linkedBy.includes(id)).map(nameOf);
          const details = [
            ...(type === undefined ? [] : [type.displayName]),
            ...(locale === null ? [] : [localeName(locale)]),
            t('linkedBy', { names: linking.join(', ') }),
          ];
          return (
            <Box key={`${entryDocumentId} ${locale ?? ''}`} component="li" px="md" py="sm">
              <TitledRow title={<TitleLink document={draft} type={type} />} text={details.join(' · ')}>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${t('add')}: ${nameOf(draft)}`}
                  loading={
                    add.isPending && add.variables.length === 1 && add.variables[0]?.entryDocumentId === entryDocumentId
                  }
                  onClick={() => {
                    add.mutate([toAction(draft)]);
                  }}
                >
                  {t('addShort')}
                </Button>
              </TitledRow>
            </Box>
          );
        })}
      </ul>
      {drafts.length === 1 ? null : (
        <Group mt="xs">
          <Button
            size="xs"
            loading={add.isPending}
            onClick={() => {
              add.mutate(drafts.map(toAction));
            }}
          >
            {t('addAll', { count: drafts.length })}
          </Button>
        </Group>
      )}
    </Alert>
  );
};
