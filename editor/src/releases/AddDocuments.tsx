// Finds documents of all types that the user may release, and adds them to a release.
import { Box, Group, NativeSelect, Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useMaySearch } from '../api/editor.ts';
import { useLocales, useLocaleName } from '../api/locales.ts';
import { useMayRelease } from '../api/mayRelease.ts';
import {
  everyLocale,
  type Release,
  type ReleasedDocument,
  linkedDraftsQuery,
  type LinkedDraft,
} from '../api/releases.ts';
import { useSchema } from '../api/schema.ts';
import { TargetPicker } from '../fields/RelationField/TargetPicker.tsx';
import type { LinkedDocument } from '../form/types.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { useAddAction, useRemoveAction } from './useAddDocuments.ts';
import { textProps } from '../ui/inputProps.ts';
import lists from '../ui/borderedList.module.css';
import { TitleLink, useDocumentName } from './DocumentRow.tsx';
import { TitledRow } from '../ui/TitledRow.tsx';

interface Props {
  readonly release: Release;
  readonly documents: readonly ReleasedDocument[];
}

export const AddDocuments = ({ release, documents }: Props) => {
  const t = useReleaseTexts();
  const mayRelease = useMayRelease();
  const maySearch = useMaySearch();
  const locales = useLocales();
  const [chosen, setChosen] = useState<string>();
  const add = useAddAction(release);
  const remove = useRemoveAction(release);
  const types = [...useSchema().types.values()].filter(mayRelease);
  const locale = chosen ?? locales[0]?.code;
  const localeOf = (uid: string): string | null =>
    types.find((type) => type.uid === uid)?.localized === true ? (locale ?? null) : null;
  const findReleased = ({ uid, documentId }: LinkedDocument): ReleasedDocument | undefined => {
    const wanted = localeOf(uid);
    return documents.find(
      (one) =>
        one.contentType === uid &&
        one.entryDocumentId === documentId &&
        (one.locale === wanted || one.locale === everyLocale || wanted === everyLocale),
    );
  };
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={t('addDocuments')}>
      {locales.length < 2 || !types.some(({ localized }) => localized) ? null : (
        <NativeSelect
          aria-label={t('locale')}
          data={[
            ...locales.map(({ code, name }) => ({ value: code, label: name ?? code })),
            { value: everyLocale, label: t('allLocales') },
          ]}
          {...textProps(locale ?? '', setChosen)}
        />
      )}
      <Box flex={1} miw="min(100%, 20rem)">
        <TargetPicker
          types={types}
          searchesAll={types.some(({ uid }) => maySearch(uid))}
          label={t('documents')}
          locale={locale === everyLocale ? undefined : locale}
          closes={false}
          isLinked={(target) => findReleased(target) !== undefined}
          onPick={(target) => {
            const released = findReleased(target);
            const { uid: contentType, documentId: entryDocumentId } = target;
            if (released !== undefined) remove.mutate(released.id);
            else add.mutate([{ type: 'publish', contentType, entryDocumentId, locale: localeOf(contentType) }]);
          }}
        />
      </Box>
    </Group>
  );
};

const toAction = ({ contentType, entryDocumentId, locale }: LinkedDraft) => ({
  ...{ type: 'publish' as const, contentType, entryDocumentId, locale },
});

/** Offers to add the drafts that documents of the release link to: readers would not find them. */
export const LinkedDrafts = ({ release, documents }: Props) => {
  const t = useReleaseTexts();
  const { types } = useSchema();
  const localeName = useLocaleName();
  const add = useAddAction(release);
  const { data: drafts = [] } = useQuery(linkedDraftsQuery(release.id));
  const nameOf = useDocumentName();
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
                  onClick={() => add.mutate([toAction(draft)])}
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
          <Button size="xs" loading={add.isPending} onClick={() => add.mutate(drafts.map(toAction))}>
            {t('addAll', { count: drafts.length })}
          </Button>
        </Group>
      )}
    </Alert>
  );
};
