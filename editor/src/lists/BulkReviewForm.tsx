// Chooses the stage or the assignee of many drafts.
import { Button, Group, Loader, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BulkChange } from '../api/bulk.ts';
import { reviewQuery } from '../api/review.ts';
import { useReviewTexts } from '../messages/useReviewTexts.ts';
import type { ContentType } from '../schema/types.ts';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';

interface Props {
  readonly type: ContentType;
  readonly locale: string | undefined;
  readonly action: 'stage' | 'assignee';
  /** One of the documents: the choices are those for it. */
  readonly documentId: string;
  readonly count: number;
  readonly isPending: boolean;
  readonly onRun: (change: Omit<BulkChange, 'locale'>) => void;
  readonly onCancel: () => void;
}

const nobody = 'nobody';

export default function BulkReviewForm({ type, locale, action, documentId, count, isPending, onRun, onCancel }: Props) {
  const t = useReviewTexts();
  const bulk = useTranslations('lists.bulk');
  const words = useTranslations('common');
  const { data, error } = useQuery(reviewQuery({ type, documentId, locale }));
  const [value, setValue] = useState<string | null>(null);
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Loader />;
  const choices =
    action === 'stage'
      ? data.data.filter(({ isAllowed }) => isAllowed).map(({ id, name }) => ({ value: String(id), label: name }))
      : [
          { value: nobody, label: t('unassigned') },
          ...data.meta.assignable.map(({ id, username }) => ({ value: String(id), label: username })),
        ];
  return (
    <Stack>
      <Select
        label={t(action)}
        data={choices}
        value={value}
        onChange={setValue}
        allowDeselect={false}
        searchable={action === 'assignee'}
        nothingFoundMessage={t('nobodyFound')}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {words('cancel')}
        </Button>
        <Button
          disabled={value === null}
          loading={isPending}
          onClick={() => onRun({ action, id: value === nobody ? null : Number(value) })}
        >
          {bulk('update', { count })}
        </Button>
      </Group>
    </Stack>
  );
}
