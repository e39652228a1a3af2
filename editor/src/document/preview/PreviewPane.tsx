// The page of the site that shows the draft, beside the form, and the page of what is published.
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/editor.ts';
import { useLocaleName } from '../../api/locales.ts';
import { useSchema } from '../../api/schema.ts';
import type { RelationPanel } from '../../fields/RelationField/RelationPanel.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { revealField } from '../../form/revealField.ts';
import { usePreviewTexts } from '../../messages/usePreviewTexts.ts';
import { useAction } from '../../ui/useAction.ts';
import { useDocument } from '../useDocument.ts';
import type { WantedField } from './frameMessages.ts';
import { PaneFrame } from './PaneFrame.tsx';
import { PreviewFrame } from './PreviewFrame.tsx';
import type { Preview } from './usePreview.ts';

const versions = ['draft', 'published', 'both'] as const;

type Version = (typeof versions)[number];

/** @returns a function that opens the field in this form, in the form of another locale, or in the panel beside it */
const useOpenField = (form: DocumentForm, panel: RelationPanel): ((wanted: WantedField) => void) => {
  const t = usePreviewTexts();
  const navigate = useNavigate();
  const may = useMay();
  const { types } = useSchema();
  return ({ documentId, typeName, model, field, locale, letters }) => {
    if (documentId === form.documentId) {
      // The page may show another locale than the form.
      if (locale === undefined || form.locale === undefined || locale === form.locale)
        revealField(form, field, true, letters);
      else
        void navigate({
          to: '.',
          search: (search) => ({ ...search, locale, beside: search.beside === locale ? undefined : search.beside }),
          hash: field,
          state: { preview: true },
        });
      return;
    }
    const other = [...types.values()].find(({ name, uid }) => name === typeName || uid === model);
    // The form tells users who may only read the document that they cannot change it.
    if (other !== undefined && may('findOne', other.uid))
      void panel.open({ uid: other.uid, documentId, label: documentId }, { field, locale });
    else notifications.show({ message: t('unreadable') });
  };
};

interface Props {
  readonly preview: Preview;
  /** Shows other documents. */
  readonly targets: RelationPanel;
}

/** Chooses the locale of the page; the form keeps its own. */
const LocaleSelect = ({ preview }: Pick<Props, 'preview'>) => {
  const t = usePreviewTexts();
  const nameOf = useLocaleName();
  const { form, availableLocales = [] } = useDocument();
  const show = useAction({ run: preview.open });
  if (!form.type.localized || availableLocales.length < 2) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={t('locale')}
      data={availableLocales.map(({ locale }) => ({ value: locale, label: nameOf(locale) }))}
      value={preview.pages?.locale}
      onChange={({ currentTarget }) => show.mutate(currentTarget.value)}
    />
  );
};

const PreviewPane = ({ preview, targets }: Props) => {
  const t = usePreviewTexts();
  const { form, status, availableLocales = [], closePanel } = useDocument();
  const onField = useOpenField(form, targets);
  const [chosen, setChosen] = useState<Version>('draft');
  const { url = '', publishedUrl, locale } = preview.pages ?? {};
  const statusOfPage = availableLocales.find((one) => one.locale === locale)?.status ?? status;
  const isPublished = statusOfPage !== undefined && statusOfPage !== 'draft';
  const hasVersions = isPublished && publishedUrl !== undefined;
  const version = hasVersions ? chosen : 'draft';
  const captionOf = (name: 'draft' | 'published') => (version === 'both' ? t(`versions.${name}`) : undefined);
  return (
    <PaneFrame
      title={t('title')}
      version={version}
      tools={<LocaleSelect preview={preview} />}
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
      onClose={closePanel}
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

export default PreviewPane;
