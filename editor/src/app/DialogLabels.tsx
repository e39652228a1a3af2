// Names the buttons that close dialogs and messages, in the user's language.
import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export const DialogLabels = ({ children }: { readonly children: ReactNode }) => {
  const t = useTranslations('common');
  const labelled = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
  return (
    <MantineThemeProvider theme={{ components: { Modal: labelled, Drawer: labelled, Notification: labelled } }}>
      {children}
    </MantineThemeProvider>
  );
};
