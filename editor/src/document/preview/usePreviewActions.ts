// Opens the preview: beside the form if the site has a page for it, and in a window of its own.
import { LinkExternalIcon, SidebarExpandIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { useAction } from '../../ui/useAction.ts';
import type { HeaderAction } from '../header/HeaderAction.tsx';
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

interface PreviewActions {
  /** Undefined if the site has no page for it beside the form. */
  readonly beside?: HeaderAction | undefined;
  readonly inWindow?: HeaderAction | undefined;
}

/** @returns nothing for a document that has no preview */
export const usePreviewActions = ({ preview, form, saver, place }: Props): PreviewActions => {
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
  if (!saver.stored.exists() || form.readOnly) return {};
  const beside: HeaderAction = {
    ...{ label: t('beside'), itemLabel: t('title'), Icon: SidebarExpandIcon, isOpen: preview.isOpen },
    run: () => {
      toggle.mutate();
    },
  };
  const inWindow: HeaderAction = {
    ...{ label: t('open'), Icon: LinkExternalIcon },
    run: () => {
      open.mutate();
    },
  };
  return { beside: settings.preview && place === 'page' ? beside : undefined, inWindow };
};
