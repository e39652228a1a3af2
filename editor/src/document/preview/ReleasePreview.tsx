// The site as it will be after a release, beside its screen: the pages of its documents, one at a time.
import { ActionIcon, NativeSelect } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLocaleName, useLocales } from '../../api/locales.ts';
import { everyLocale, releasesKey, type ReleasedDocument } from '../../api/releases.ts';
import { useSchema } from '../../api/schema.ts';
import { usePreviewTexts } from '../../messages/usePreviewTexts.ts';
import { documentPath } from '../../schema/paths.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import type { WantedField } from './frameMessages.ts';
import { PaneFrame } from './PaneFrame.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import { createPages } from './usePreview.ts';

interface Props {
  readonly id: number;
  readonly documents: readonly ReleasedDocument[];
  readonly onClose: () => void;
}

/** @returns the documents that go live, each in one locale */
const useReleasedPages = (documents: readonly ReleasedDocument[]) => {
  const t = usePreviewTexts();
  const { types } = useSchema();
  const codes = useLocales().map(({ code }) => code);
  const localeName = useLocaleName();
  return documents.flatMap(({ type: deed, contentType, entryDocumentId: documentId, locale: wanted, title }) => {
    const type = types.get(contentType);
    if (type === undefined || deed !== 'publish') return [];
    const locales = wanted === everyLocale ? codes : [wanted ?? undefined];
    return locales.map((locale) => {
      const name = type.kind === 'singleType' ? type.displayName : (title ?? t('untitled'));
      const label = locale === undefined || codes.length < 2 ? name : `${name} (${localeName(locale)})`;
      return { key: `${contentType} ${documentId} ${locale ?? ''}`, type, documentId, locale, label };
    });
  });
};

export default function ReleasePreview({ id, documents, onClose }: Props) {
  const t = usePreviewTexts();
  const common = useTranslations('common.pages');
  const navigate = useNavigate();
  const { types } = useSchema();
  const pages = useReleasedPages(documents);
  const [chosen, setChosen] = useInputState<string | undefined>(undefined);
  const index = Math.max(
    0,
    pages.findIndex(({ key }) => key === chosen),
  );
  const page = pages[index];
  // A change of the release makes another link, and so loads the page again.
  const { data, error } = useQuery({
    queryKey: [...releasesKey, id, 'preview', page?.key],
    queryFn: async () => (page === undefined ? null : createPages(page, id)),
    staleTime: Infinity,
    retry: false,
  });
  const openField = ({ documentId, typeName, model, field, locale }: WantedField): void => {
    const type = [...types.values()].find(({ name, uid }) => name === typeName || uid === model);
    if (type === undefined) return;
    const search = (locale === undefined ? {} : { locale }) as never;
    void navigate({ to: documentPath(type, documentId), search, hash: field });
  };
  const stepTo = (to: number, label: string, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      disabled={pages[to] === undefined}
      onClick={() => setChosen(pages[to]?.key)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <PaneFrame
      title={t('afterwards')}
      version="draft"
      tools={
        <>
          {stepTo(index - 1, common('previous'), <ChevronLeftIcon />)}
          {stepTo(index + 1, common('next'), <ChevronRightIcon />)}
        </>
      }
      choices={
        <NativeSelect
          size="xs"
          aria-label={t('page')}
          data={pages.map(({ key, label }) => ({ value: key, label }))}
          value={page?.key}
          onChange={setChosen}
        />
      }
      onClose={onClose}
    >
      {(view) =>
        error !== null ? (
          <ErrorMessage error={error} />
        ) : data === undefined || data === null ? null : (
          <PreviewFrame
            key={data.url}
            url={data.url}
            isDraft
            updates={0}
            title={page?.label ?? ''}
            caption={undefined}
            {...view}
            form={undefined}
            onField={openField}
          />
        )
      }
    </PaneFrame>
  );
}
