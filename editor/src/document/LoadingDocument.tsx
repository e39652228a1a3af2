// Shown while a document is read.
import { Skeleton, Stack } from '@mantine/core';

export const LoadingDocument = () => (
  <Stack p="xl" maw="60rem" mx="auto">
    <Skeleton height={36} width="40%" />
    <Skeleton height={60} />
    <Skeleton height={60} />
    <Skeleton height={160} />
  </Stack>
);
