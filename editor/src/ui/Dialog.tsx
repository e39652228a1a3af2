// A dialog, whose close button has a name.
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslations } from 'use-intl';

export const Dialog = (props: ModalProps) => {
  const t = useTranslations('common');
  return <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} />;
};
