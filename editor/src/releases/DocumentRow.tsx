// A document of a release: what happens to it, why that cannot be done, and what changes.
import { Alert, Anchor, Badge, Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from '../api/call.ts';
import { useLocaleName, useLocales } from '../api/locales.ts';
import { useSchema } from '../api/schema.ts';
import { useMayChangeRelease } from '../api/mayChangeRelease.ts';
import { everyLocale, releasesKey, type Release, type ReleaseAction, type ReleasedDocument } from '../api/releases.ts';
import { documentPath } from '../schema/paths.ts';
import type { ContentType } from '../schema/types.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { TitledRow } from '../ui/TitledRow.tsx';
import { useAction } from '../ui/useAction.ts';
import { useServerText } from '../ui/useServerText.ts';
import { DeedControl } from './DeedControl.tsx';
import { useRemoveAction } from './useAddDocuments.ts';
import { ReasonList } from './ReasonList.tsx';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** It brings the code that compares values. */
const DraftDifferences = lazy(() => import('../document/history/DraftDifferences.tsx'));

/** Whether a document becomes what it was when the change set is discarded. */
export const isDiscardable = ({ change }: ReleasedDocument): boolean => change?.left === null;

/** @returns a function that returns the title of a document, or that of its type if the user may not know it */
export const useDocumentName = (): ((document: Pick<ReleasedDocument, 'contentType' | 'title'>) => string) => {
  const t = useReleaseTexts();
  const { types } = useSchema();
  return ({ contentType, title }) => title ?? types.get(contentType)?.displayName ?? t('untitled');
};

interface Props {
  readonly release: Release;
  readonly document: ReleasedDocument;
  /** Undefined: the site does not have the type any more. */
  readonly type: ContentType | undefined;
  /** What is selected in a change set of which something is left to decide, by the ids of actions. */
  readonly selected: Set<number> | undefined;
}

const Changes = ({ type, document }: Pick<Props, 'document'> & { readonly type: ContentType }) => {
  const { entryDocumentId: documentId, locale, change } = document;
  const locales = useLocales();
  const localeName = useLocaleName();
  const codes = locale === everyLocale ? locales.map(({ code }) => code) : [locale ?? undefined];
  return (
    <Suspense>
      {codes.map((one) => (
        <DraftDifferences
          key={one ?? ''}
          before={change?.before ?? undefined}
          version={change?.version}
          address={{ type, documentId, locale: one }}
          title={locale === everyLocale && one !== undefined ? localeName(one) : undefined}
        />
      ))}
    </Suspense>
  );
};

interface TitleProps extends Pick<Props, 'type'> {
  readonly document: Pick<ReleasedDocument, 'entryDocumentId' | 'locale' | 'title'>;
}

export const TitleLink = ({ document, type }: TitleProps) => {
  const t = useReleaseTexts();
  const { entryDocumentId: documentId, locale, title } = document;
  const text = type?.kind === 'singleType' ? type.displayName : (title ?? t('untitled'));
  if (type === undefined) return <Text fw={500}>{text}</Text>;
  const search = locale === null || locale === everyLocale ? {} : { locale };
  return (
    <Anchor component={Link} to={documentPath(type, documentId)} search={search as never} fw={500} dir="auto">
      {text}
    </Anchor>
  );
};

export const DocumentRow = ({ release, document, type, selected }: Props) => {
  const t = useReleaseTexts();
  const serverText = useServerText();
  const localeName = useLocaleName();
  const [isOpen, { toggle }] = useDisclosure();
  const { id, type: deed, locale, reasons, entryDocumentId: documentId, change } = document;
  const name = useDocumentName()(document);
  const changeDeed = useAction({
    run: (next: ReleaseAction) =>
      call('PUT /api/content-releases/{id}/actions/{actionId}', {
        ...{ id: release.id, actionId: id, body: { type: next } },
      }),
    changes: releasesKey,
  });
  const remove = useRemoveAction(release);
  const isDone = release.status === 'done';
  const mayChange = useMayChangeRelease()(release, 'update');
  return (
    <Stack component="li" gap="xs" px="md" py="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {selected === undefined ? null : (
          <Checkbox
            mt={2}
            aria-label={t('select', { name })}
            checked={selected.has(id)}
            onChange={({ currentTarget }) => selected[currentTarget.checked ? 'add' : 'delete'](id)}
          />
        )}
        <Box flex={1}>
          <TitledRow
            title={
              <Group gap="xs">
                <TitleLink {...{ document, type }} />
                {change?.created === true ? <Badge variant="light">{t('created')}</Badge> : null}
                {change?.left ? <Text size="sm">{serverText(change.left)}</Text> : null}
              </Group>
            }
            text={locale === null ? undefined : locale === everyLocale ? t('allLocales') : localeName(locale)}
          >
            {selected !== undefined ? null : isDone || !mayChange ? (
              <Badge variant="default">{t(`${isDone ? 'done' : 'deeds'}.${deed}`)}</Badge>
            ) : (
              <DeedControl size="xs" label={t('deedOf', { name })} value={deed} onChange={changeDeed.mutate} />
            )}
            {isDone ? null : (
              <>
                {deed === 'publish' && type !== undefined ? (
                  <Button
                    variant="default"
                    size="xs"
                    aria-expanded={isOpen}
                    aria-label={`${t('changes')}: ${name}`}
                    onClick={toggle}
                  >
                    {t('changes')}
                  </Button>
                ) : null}
                {mayChange && !isDiscardable(document) ? (
                  <ActionButton
                    variant="default"
                    size="xs"
                    c="var(--mantine-color-error)"
                    aria-label={`${t('remove')}: ${name}`}
                    action={{ ...remove, mutate: () => remove.mutate(id) }}
                  >
                    {t('removeShort')}
                  </ActionButton>
                ) : null}
              </>
            )}
          </TitledRow>
        </Box>
      </Group>
      {reasons.length === 0 || type === undefined ? null : (
        <Alert color="red" p="xs" title={t(`prevented.${deed}`)}>
          <ReasonList {...{ type, documentId, reasons, locale }} />
        </Alert>
      )}
      {isOpen && type !== undefined && !isDone && deed === 'publish' ? <Changes {...{ type, document }} /> : null}
    </Stack>
  );
};
