// The page of the site that shows the draft, beside the form, and the page of what is published.
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useLocales } from '../../api/locales.ts';
import type { RelationPanel } from '../../fields/RelationField/RelationPanel.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { usePreviewTexts } from '../../messages/usePreviewTexts.ts';
import { useAction } from '../../ui/useAction.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { useDocumentMeta } from '../saving/useSavingState.ts';
import { PaneFrame } from './PaneFrame.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import { useOpenField } from './useOpenField.ts';
import type { Preview, PreviewPages } from './usePreview.ts';

const versions = ['draft', 'published', 'both'] as const;

type Version = (typeof versions)[number];

interface Props {
  readonly preview: Preview;
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  readonly panel: RelationPanel;
}

/** Chooses the locale of the page; the form keeps its own. */
const LocaleSelect = ({ preview, form, saver }: Omit<Props, 'panel'>) => {
  const t = usePreviewTexts();
  const names = useLocales();
  const { availableLocales = [] } = useDocumentMeta(saver);
  const show = useAction({ run: (locale: string) => preview.open(form.documentId, locale) });
  if (!form.type.localized || availableLocales.length < 2) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={t('locale')}
      data={availableLocales.map(({ locale }) => ({
        value: locale,
        label: names.find(({ code }) => code === locale)?.name ?? locale,
      }))}
      value={preview.pages?.locale}
      onChange={({ currentTarget }) => {
        show.mutate(currentTarget.value);
      }}
    />
  );
};

/** Whether the site shows the document in a locale. */
const useIsPublished = (saver: DocumentSaver, { locale }: PreviewPages): boolean => {
  const { status, availableLocales = [] } = useDocumentMeta(saver);
  const statusOfPage = availableLocales.find((one) => one.locale === locale)?.status ?? status;
  return statusOfPage !== undefined && statusOfPage !== 'draft';
};

interface PanelProps extends Props {
  readonly pages: PreviewPages;
}

const Panel = ({ preview, pages, form, saver, panel }: PanelProps) => {
  const t = usePreviewTexts();
  const onField = useOpenField(form, panel);
  const [chosen, setChosen] = useState<Version>('draft');
  const { url, publishedUrl } = pages;
  const hasVersions = useIsPublished(saver, pages) && publishedUrl !== undefined;
  const version = hasVersions ? chosen : 'draft';
  const captionOf = (name: 'draft' | 'published') => (version === 'both' ? t(`versions.${name}`) : undefined);
  return (
    <PaneFrame
      title={t('title')}
      version={version}
      tools={<LocaleSelect {...{ preview, form, saver }} />}
      choices={
        hasVersions ? (
          <SegmentedControl
            size="xs"
            aria-label={t('version')}
            data={versions.map((value) => ({ value, label: t(`versions.${value}`) }))}
            value={version}
            onChange={setChosen}
          />
        ) : null
      }
      onClose={preview.close}
    >
      {(view) => {
        const shared = { updates: preview.updates, ...view, form, onField };
        return (
          <>
            {version === 'published' ? null : (
              <PreviewFrame key={url} url={url} isDraft title={t('title')} caption={captionOf('draft')} {...shared} />
            )}
            {version === 'draft' || publishedUrl === undefined ? null : (
              <PreviewFrame
                key={publishedUrl}
                url={publishedUrl}
                isDraft={false}
                title={t('published')}
                caption={captionOf('published')}
                {...shared}
              />
            )}
          </>
        );
      }}
    </PaneFrame>
  );
};

const PreviewPane = (props: Props) => {
  const { pages } = props.preview;
  return pages === undefined ? null : <Panel {...props} pages={pages} />;
};

export default PreviewPane;
