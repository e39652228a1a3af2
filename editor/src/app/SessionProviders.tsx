// The providers of the screens with a session: all messages, dialogs and notifications.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { MantineThemeProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { allMessages } from '../messages/allMessages.ts';
import { MessagesProvider } from '../messages/MessagesProvider.tsx';
import classes from './SessionProviders.module.css';

interface Props {
  readonly children: ReactNode;
}

const Dialogs = ({ children }: Props) => {
  const t = useTranslations('common');
  useEffect(
    () => () => {
      // They are not for the next user.
      notifications.clean();
    },
    [],
  );
  const labelled = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
  return (
    <MantineThemeProvider theme={{ components: { Modal: labelled, Drawer: labelled, Notification: labelled } }}>
      <ModalsProvider>
        {/* All lines of a notice are in it. */}
        <Notifications position="bottom-right" className={classes.notices ?? ''} notificationMaxHeight={2000} />
        {children}
      </ModalsProvider>
    </MantineThemeProvider>
  );
};

export const SessionProviders = ({ children }: Props) => (
  <MessagesProvider load={allMessages}>
    <Dialogs>{children}</Dialogs>
  </MessagesProvider>
);
