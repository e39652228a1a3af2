// A document of a release: what happens to it, why that cannot be done, and what changes.
import { Alert, Anchor, Badge, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from '../api/call.ts';
import { useLocaleName, useLocales } from '../api/locales.ts';
import { useMayChangeRelease } from '../api/mayChangeRelease.ts';
import {
  everyLocale,
  releasesKey,
  removeFromRelease,
  type Release,
  type ReleaseAction,
  type ReleasedDocument,
} from '../api/releases.ts';
import { documentPath } from '../schema/paths.ts';
import type { ContentType } from '../schema/types.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { TitledRow } from '../ui/TitledRow.tsx';
import { useAction } from '../ui/useAction.ts';
import { DeedControl } from './DeedControl.tsx';
import { ReasonList } from './ReasonList.tsx';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** It brings the code that compares values. */
const DraftDifferences = lazy(() => import('../document/history/DraftDifferences.tsx'));

interface Props {
  readonly release: Release;
  readonly document: ReleasedDocument;
  /** Undefined: the site does not have the type any more. */
  readonly type: ContentType | undefined;
}

interface ChangesProps {
  readonly type: ContentType;
  readonly document: ReleasedDocument;
}

const Changes = ({ type, document: { entryDocumentId: documentId, locale } }: ChangesProps) => {
  const locales = useLocales();
  const localeName = useLocaleName();
  const codes = locale === everyLocale ? locales.map(({ code }) => code) : [locale ?? undefined];
  return (
    <Suspense>
      {codes.map((one) => (
        <DraftDifferences
          key={one ?? ''}
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

export const DocumentRow = ({ release, document, type }: Props) => {
  const t = useReleaseTexts();
  const localeName = useLocaleName();
  const [isOpen, { toggle }] = useDisclosure();
  const { id, type: deed, locale, title, reasons, entryDocumentId: documentId } = document;
  const name = title ?? type?.displayName ?? t('untitled');
  const change = useAction({
    run: (next: ReleaseAction) =>
      call('PUT /api/content-releases/{id}/actions/{actionId}', {
        ...{ id: release.id, actionId: id, body: { type: next } },
      }),
    changes: releasesKey,
  });
  const remove = useAction({
    run: () => removeFromRelease(release.id, id),
    changes: releasesKey,
    message: t('removed', { name: release.name ?? '' }),
  });
  const isDone = release.status === 'done';
  const mayChange = useMayChangeRelease()(release, 'update');
  return (
    <Stack component="li" gap="xs" px="md" py="sm">
      <TitledRow
        title={<TitleLink {...{ document, type }} />}
        text={locale === null ? undefined : locale === everyLocale ? t('allLocales') : localeName(locale)}
      >
        {isDone || !mayChange ? (
          <Badge variant="default">{t(`${isDone ? 'done' : 'deeds'}.${deed}`)}</Badge>
        ) : (
          <DeedControl size="xs" label={t('deedOf', { name })} value={deed} onChange={change.mutate} />
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
            {mayChange ? (
              <ActionButton
                variant="default"
                size="xs"
                c="var(--mantine-color-error)"
                aria-label={`${t('remove')}: ${name}`}
                action={remove}
              >
                {t('removeShort')}
              </ActionButton>
            ) : null}
          </>
        )}
      </TitledRow>
      {reasons.length === 0 || type === undefined ? null : (
        <Alert color="red" p="xs" title={t(`prevented.${deed}`)}>
          <ReasonList {...{ type, documentId, reasons, locale }} />
        </Alert>
      )}
      {isOpen && type !== undefined && !isDone && deed === 'publish' ? <Changes {...{ type, document }} /> : null}
    </Stack>
  );
};
