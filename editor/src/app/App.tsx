// The providers that all screens need, and the router.
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiError } from '../api/client.ts';
import { firstMessages } from '../messages/firstMessages.ts';
import { MessagesProvider } from '../messages/MessagesProvider.tsx';
import { router } from './router.tsx';
import { theme } from './theme.ts';

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
    <MessagesProvider load={firstMessages}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MessagesProvider>
  </MantineProvider>
);
