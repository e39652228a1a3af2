// The providers that all screens need, and the router.
import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../api/client.ts';
import { MessagesProvider } from '../messages/MessagesProvider.tsx';
import { router } from './router.tsx';
import { theme } from './theme.ts';

const DialogLabels = ({ children }: { readonly children: ReactNode }) => {
  const t = useTranslations('common');
  const labelled = { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } };
  return (
    <MantineThemeProvider theme={{ components: { Modal: labelled, Drawer: labelled, Notification: labelled } }}>
      {children}
    </MantineThemeProvider>
  );
};

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays a refusal; only an answer that did not come is worth another try.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

export const App = () => (
  // The Content-Security-Policy permits no <style> elements: main.tsx adds the variables, and CSS modules hide by width.
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <MessagesProvider>
      <QueryClientProvider client={queryClient}>
        <DialogLabels>
          <ModalsProvider>
            <Notifications position="bottom-right" />
            <RouterProvider router={router} />
          </ModalsProvider>
        </DialogLabels>
      </QueryClientProvider>
    </MessagesProvider>
  </MantineProvider>
);
