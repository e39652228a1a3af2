// What is rarely done with a document: unpublish, discard the changes, delete. Where the header is narrow, it has everything but Publish.
import { ActionIcon, Menu } from '@mantine/core';
import { DuplicateIcon, EyeClosedIcon, HistoryIcon, KebabHorizontalIcon, TrashIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { documentsKey } from '../../api/documents.ts';
import type { DocumentForm } from '../../form/formStore.ts';
import { useMay } from '../../api/editor.ts';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useDeletedNotice } from '../../trash/useDeletedNotice.ts';
import { useDeleteText } from '../../trash/useDeleteText.ts';
import { useDuplicate } from '../../ui/useDuplicate.tsx';
import type { Place } from '../LoaderProps.ts';
import { menuAttribute } from './useHeaderWidth.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { useDocumentMeta, useSavingState } from '../saving/useSavingState.ts';

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  readonly place: Place;
  readonly onDeleted: () => void;
  /** Further items, before its own. */
  readonly children?: ReactNode;
  /** Whether there are further items. */
  readonly hasItems?: boolean;
}

export const MoreMenu = ({ form, saver, place, onDeleted, children, hasItems = false }: Props) => {
  const t = useTranslations('document');
  const common = useTranslations('common');
  const may = useMay();
  const confirm = useConfirm();
  const { status } = useDocumentMeta(saver);
  useSavingState(saver);
  const { type, documentId } = form;
  const deleted = useDeletedNotice();
  const deleteText = useDeleteText(type.uid);
  const changes = documentsKey(type.uid);
  const unpublish = useAction({ run: () => saver.unpublish(), changes, message: t('unpublishedMessage') });
  const discard = useAction({ run: () => saver.discard(), changes, message: t('discardedMessage') });
  const remove = useAction({
    run: () => saver.remove(),
    changes,
    onSuccess: () => {
      const title = form.getValue(type.mainAttribute);
      const isNamed = typeof title === 'string' && title !== '' && type.mainAttribute !== 'documentId';
      const target = { uid: type.uid, locale: undefined, title: isNamed ? title : undefined };
      deleted(t('deletedMessage'), documentId === undefined ? [] : [{ ...target, documentId }]);
      onDeleted();
    },
  });
  const duplication = useDuplicate(type, form.locale);
  const mayDelete = may('delete', type.uid) && saver.stored.exists() && !form.readOnly;
  const mayPublish =
    may('publish', type.uid) && type.draftAndPublish && status !== undefined && status !== 'draft' && !form.readOnly;
  const mayDuplicate =
    place === 'page' && duplication.mayDuplicate && documentId !== undefined && saver.stored.exists();
  if (!mayDelete && !mayPublish && !mayDuplicate && !hasItems) return null;
  return (
    <Menu position="bottom-end">
      {duplication.dialog}
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('more')} {...{ [menuAttribute]: true }}>
          <KebabHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {mayDuplicate ? (
          <Menu.Item
            leftSection={<DuplicateIcon />}
            onClick={() => {
              duplication.duplicate(documentId);
            }}
          >
            {t('duplicate')}
          </Menu.Item>
        ) : null}
        {mayPublish ? (
          <>
            <Menu.Item
              leftSection={<EyeClosedIcon />}
              onClick={() => {
                confirm({
                  title: t('unpublishTitle'),
                  text: t('unpublishText'),
                  confirm: t('unpublish'),
                  onConfirm: unpublish.mutate,
                });
              }}
            >
              {t('unpublish')}
            </Menu.Item>
            <Menu.Item
              leftSection={<HistoryIcon />}
              disabled={status === 'published'}
              onClick={() => {
                confirm({
                  title: t('discardTitle'),
                  text: t('discardText'),
                  confirm: t('discard'),
                  onConfirm: () => {
                    void saver.askToChange().then((consents) => {
                      if (consents) discard.mutate();
                    });
                  },
                });
              }}
            >
              {t('discard')}
            </Menu.Item>
          </>
        ) : null}
        {mayDelete ? (
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon />}
            onClick={() => {
              confirm({
                title: t('deleteTitle'),
                text: `${t(type.localized ? 'deleteAllText' : 'deleteText')} ${deleteText(1)}`,
                confirm: common('delete'),
                onConfirm: remove.mutate,
              });
            }}
          >
            {common('delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
};
