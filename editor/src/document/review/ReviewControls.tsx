// The stage and the assignee of a draft, in the header of its form.
import { Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { ofDocument, type DocumentAddress } from '../../api/document.ts';
import { releasesKey } from '../../api/releases.ts';
import { reviewQuery } from '../../api/review.ts';
import { useReviewTexts } from '../../messages/useReviewTexts.ts';
import { useAsk } from '../../ui/useConfirm.tsx';
import { useServerText } from '../../ui/useServerText.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import classes from './review.module.css';

interface Props {
  readonly address: DocumentAddress;
  readonly saver: DocumentSaver;
}

type Change =
  | { readonly part: 'stage'; readonly id: number }
  /** null: nobody. */
  | { readonly part: 'assignee'; readonly id: number | null };

const ReviewControls = ({ address, saver }: Props) => {
  const t = useReviewTexts();
  const ask = useAsk();
  const { data, refetch } = useQuery(reviewQuery(address));
  const returnsTo = data?.meta.returnsTo ?? undefined;
  const stageName = data?.meta.stage.name;
  const askToReturn = useEffectEvent((isTyped: boolean) =>
    ask({
      title: t('returnTitle', { stage: stageName ?? '' }),
      text: t('returnText', { to: returnsTo ?? '' }),
      ...{ confirm: t('returnConfirm'), color: 'indigo', interrupts: isTyped },
      ...(isTyped ? { cancel: t('returnCancel') } : {}),
    }),
  );
  useEffect(
    () => (returnsTo === undefined ? undefined : saver.askBefore((isTyped) => askToReturn(isTyped))),
    [saver, stageName, returnsTo],
  );
  const serverText = useServerText();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ part, id }: Change) => {
      if (part === 'assignee')
        return call('PUT /api/{contentType}/{documentId}/assignee', {
          ...{ ...ofDocument(address), body: { data: { id } } },
        });
      // Approval is for what the user sees.
      if (!(await saver.save())) return undefined;
      const etag = saver.stored.getEtag();
      return call('PUT /api/{contentType}/{documentId}/stage', {
        ...{ ...ofDocument(address), body: { data: { id } } },
        headers: etag === undefined ? {} : { 'if-match': etag },
      });
    },
    onError: ({ message }) => {
      notifications.show({ color: 'red', role: 'alert', message: t('failed', { message: serverText(message) }) });
    },
    onSettled: async () => {
      // The stage decides whether a release can publish it.
      await Promise.all([refetch(), queries.invalidateQueries({ queryKey: releasesKey })]);
      await saver.follow();
    },
  });
  if (data === undefined) return null;
  const { stage, assignee, assignable } = data.meta;
  const users =
    assignee === null || assignable.some(({ id }) => id === assignee.id) ? assignable : [assignee, ...assignable];
  return (
    <div className={classes.controls}>
      <Select
        className={classes.select}
        size="xs"
        aria-label={t('stage')}
        data={data.data.map(({ id, name, isAllowed }) => ({
          ...{ value: String(id), label: name, disabled: !isAllowed && id !== stage.id },
        }))}
        value={String(stage.id)}
        allowDeselect={false}
        readOnly={isPending}
        onChange={(id) => {
          if (id !== null) mutate({ part: 'stage', id: Number(id) });
        }}
      />
      <Select
        className={classes.select}
        size="xs"
        aria-label={t('assignee')}
        placeholder={t('unassigned')}
        data={users.map(({ id, username }) => ({ value: String(id), label: username }))}
        value={assignee === null ? null : String(assignee.id)}
        searchable
        clearable
        readOnly={isPending}
        nothingFoundMessage={t('nobodyFound')}
        onChange={(id) => mutate({ part: 'assignee', id: id === null ? null : Number(id) })}
      />
    </div>
  );
};

export default ReviewControls;
