// The state of a release: a word, and a color beside it.
import { Badge } from '@mantine/core';
import type { ReleaseStatus } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

const colors: Readonly<Record<ReleaseStatus, string>> = {
  empty: 'gray',
  ready: 'green',
  blocked: 'red',
  failed: 'red',
  done: 'indigo',
};

export const ReleaseStatusBadge = ({ status }: { readonly status: ReleaseStatus }) => {
  const t = useReleaseTexts();
  return (
    <Badge color={colors[status]} variant="dot" miw="max-content">
      {t(`states.${status}`)}
    </Badge>
  );
};
