// Opens the preview: beside the form if the site has a page for it, and in a window of its own.
import { ActionIcon, Tooltip } from '@mantine/core';
import { LinkExternalIcon, SidebarExpandIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import type { DocumentForm } from '../../form/index.ts';
import { useAction } from '../../ui/useAction.ts';
import type { Place } from '../LoaderProps.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { useSavingState } from '../saving/useSavingState.ts';
import type { Preview } from './usePreview.ts';

interface Props {
  readonly preview: Preview;
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  readonly place: Place;
}

/** Opens the window before the link is made, because browsers block windows that open later. */
const openWindow = async (link: Promise<string>): Promise<void> => {
  const opened = window.open('', '_blank');
  if (opened !== null) opened.opener = null;
  try {
    const url = await link;
    if (opened !== null) opened.location.href = url;
  } catch (error) {
    opened?.close();
    throw error;
  }
};

export const PreviewButton = ({ preview, form, saver, place }: Props) => {
  const t = useTranslations('document.preview');
  const { settings } = useEditor();
  useSavingState(saver);
  const open = useAction({ run: () => openWindow(preview.createLink(form.documentId)) });
  const toggle = useAction({
    run: async () => {
      if (preview.isOpen) preview.close();
      else await preview.open(form.documentId);
    },
  });
  if (!saver.exists() || form.readOnly) return null;
  return (
    <>
      {settings.preview && place === 'page' ? (
        <Tooltip label={t('beside')}>
          <ActionIcon
            variant={preview.isOpen ? 'light' : 'default'}
            size="lg"
            aria-label={t('beside')}
            aria-pressed={preview.isOpen}
            onClick={() => {
              toggle.mutate(undefined);
            }}
          >
            <SidebarExpandIcon />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <Tooltip label={t('open')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('open')}
          onClick={() => {
            open.mutate(undefined);
          }}
        >
          <LinkExternalIcon />
        </ActionIcon>
      </Tooltip>
    </>
  );
};
