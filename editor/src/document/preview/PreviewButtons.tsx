// Opens the preview: beside the form if the site has a page for it, and in a window of its own.
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { LinkExternalIcon, SidebarExpandIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../../api/editor.ts';
import type { DocumentForm } from '../../form/formStore.ts';
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

interface Actions {
  /** Undefined if the site has no page for it beside the form. */
  readonly toggle: (() => void) | undefined;
  /** In a window of its own. */
  readonly open: () => void;
}

/** @returns undefined for a document that has no preview */
const usePreviewActions = ({ preview, form, saver, place }: Props): Actions | undefined => {
  const { settings } = useEditor();
  useSavingState(saver);
  const open = useAction({ run: () => openWindow(preview.createLink(form.documentId)) });
  const toggle = useAction({
    run: async () => {
      if (preview.isOpen) preview.close();
      else await preview.open(form.documentId);
    },
  });
  if (!saver.stored.exists() || form.readOnly) return undefined;
  const hasPane = settings.preview && place === 'page';
  return {
    toggle: hasPane
      ? () => {
          toggle.mutate();
        }
      : undefined,
    open: () => {
      open.mutate();
    },
  };
};

export const PreviewButtons = (props: Props) => {
  const t = useTranslations('document.preview');
  const actions = usePreviewActions(props);
  if (actions === undefined) return null;
  const { isOpen } = props.preview;
  return (
    <>
      {actions.toggle === undefined ? null : (
        <Tooltip label={t('beside')}>
          <ActionIcon
            variant={isOpen ? 'light' : 'default'}
            size="lg"
            aria-label={t('beside')}
            aria-pressed={isOpen}
            onClick={actions.toggle}
          >
            <SidebarExpandIcon />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('open')}>
        <ActionIcon variant="default" size="lg" aria-label={t('open')} onClick={actions.open}>
          <LinkExternalIcon />
        </ActionIcon>
      </Tooltip>
    </>
  );
};

/** On a phone the pane covers the form. */
export const PreviewItems = (props: Props) => {
  const t = useTranslations('document.preview');
  const actions = usePreviewActions(props);
  if (actions === undefined) return null;
  return (
    <>
      {actions.toggle === undefined ? null : (
        <Menu.Item leftSection={<SidebarExpandIcon />} onClick={actions.toggle}>
          {t('title')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<LinkExternalIcon />} onClick={actions.open}>
        {t('open')}
      </Menu.Item>
    </>
  );
};
