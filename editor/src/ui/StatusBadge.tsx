// The status of a document: a word, and a color beside it, so that the word has the contrast of text.
import { Badge } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { Status } from '../schema/types.ts';

const colors: Readonly<Record<Status, string>> = { draft: 'gray', modified: 'yellow', published: 'green' };

export const StatusBadge = ({ status }: { readonly status: Status }) => {
  const t = useTranslations('common.status');
  return (
    <Badge color={colors[status]} variant="dot" flex="none">
      {t(status)}
    </Badge>
  );
};
