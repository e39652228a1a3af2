// What is rarely done with a document: unpublish, discard the changes, delete. Where the header is narrow, it has everything but Publish.
import { ActionIcon, Menu } from '@mantine/core';
import { DuplicateIcon, EyeClosedIcon, HistoryIcon, KebabHorizontalIcon, TrashIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { documentsKey } from '../../api/documents.ts';
import { useMay } from '../../api/editor.ts';
import { useAction } from '../../ui/useAction.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useDeletedNotice, useDeleteText } from '../../trash/useDeletedNotice.ts';
import { useDuplicate } from '../../ui/useDuplicate.tsx';
import { useDocument } from '../useDocument.ts';
import { ActionItem, type HeaderAction } from './HeaderAction.tsx';
import { menuAttribute } from './useHeaderWidth.ts';

interface Props {
  readonly onDeleted: () => void;
  /** Further items, before its own; null: there are none. */
  readonly children: ReactNode;
}

export const MoreMenu = ({ onDeleted, children }: Props) => {
  const t = useTranslations('document');
  const common = useTranslations('common');
  const may = useMay();
  const confirm = useConfirm();
  const { form, saver, place, status, isStored } = useDocument();
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
  const mayDelete = may('delete', type.uid) && isStored && !form.readOnly;
  const mayPublish =
    may('publish', type.uid) && type.draftAndPublish && status !== undefined && status !== 'draft' && !form.readOnly;
  const mayDuplicate = place === 'page' && duplication.mayDuplicate && documentId !== undefined && isStored;
  const ask = (name: 'unpublish' | 'discard', onConfirm: () => void) => () =>
    confirm({ title: t(`${name}Title`), text: t(`${name}Text`), confirm: t(name), onConfirm });
  const items: readonly (HeaderAction | false)[] = [
    mayDuplicate && {
      ...{ label: common('duplicate.confirm'), Icon: DuplicateIcon },
      run: () => duplication.duplicate(documentId),
    },
    mayPublish && { label: t('unpublish'), Icon: EyeClosedIcon, run: ask('unpublish', unpublish.mutate) },
    mayPublish && {
      ...{ label: t('discard'), Icon: HistoryIcon, isDisabled: status === 'published' },
      run: ask('discard', () => {
        void saver.askToChange().then((consents) => {
          if (consents) discard.mutate();
        });
      }),
    },
    mayDelete && {
      ...{ label: common('delete'), Icon: TrashIcon, isDangerous: true },
      run: () => {
        confirm({
          title: t('deleteTitle'),
          text: `${t(type.localized ? 'deleteAllText' : 'deleteText')} ${deleteText(1)}`,
          confirm: common('delete'),
          onConfirm: remove.mutate,
        });
      },
    },
  ];
  if (children === null && items.every((item) => item === false)) return null;
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
        {items.map((item) => (item === false ? null : <ActionItem key={item.label} action={item} />))}
      </Menu.Dropdown>
    </Menu>
  );
};
