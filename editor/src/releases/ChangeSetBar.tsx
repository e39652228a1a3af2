// What people do with the change set of an agent: they publish or discard all of it, or what they have selected.
import { Alert, Group, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter } from 'use-intl';
import { call } from '../api/call.ts';
import { allDocumentsKey } from '../api/documents.ts';
import { useMayChangeRelease } from '../api/mayChangeRelease.ts';
import { releasesKey, type Release, type ReleasedDocument } from '../api/releases.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { useAction } from '../ui/useAction.ts';
import { useServerText } from '../ui/useServerText.ts';
import { isDiscardable, useDocumentName } from './DocumentRow.tsx';

interface Props {
  readonly release: Release;
  readonly documents: readonly ReleasedDocument[];
  /** The ids of the actions of selected documents. */
  readonly selected: ReadonlySet<number>;
}

export const ChangeSetBar = ({ release, documents, selected }: Props) => {
  const t = useReleaseTexts();
  const format = useFormatter();
  const mayChange = useMayChangeRelease();
  const nameOf = useDocumentName();
  const serverText = useServerText();
  const queryClient = useQueryClient();
  /** Why documents were not discarded. */
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(new Map());
  const some = documents.filter(({ id }) => selected.has(id));
  const which = some.length > 0 ? 'selected' : 'all';
  const chosen = which === 'all' ? documents : some;
  const lost = chosen.filter(isDiscardable);
  const created = lost.filter(({ change }) => change?.created).length;
  const kept = chosen.filter((document) => !isDiscardable(document));
  const left = documents.filter(({ id }) => reasons.has(id));
  const actions = chosen.map(({ id }) => id);
  const versions = Object.fromEntries(chosen.flatMap(({ id, change }) => (change ? [[id, change.version]] : [])));
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: releasesKey });
  const publish = useAction({
    // What is not published any more, because it has changed, is read again too.
    run: () =>
      call('POST /api/content-releases/{id}/publish', { id: release.id, body: { actions, versions } }).finally(
        readAgain,
      ),
    changes: allDocumentsKey,
    message: t('publishedCount', { count: chosen.length }),
  });
  const discard = useAction({
    run: () =>
      call('POST /api/content-releases/{id}/discard', { id: release.id, body: which === 'all' ? {} : { actions } }),
    changes: allDocumentsKey,
    onSuccess: ({ meta }) => {
      setReasons(new Map(meta.left.map(({ actionId, message }) => [actionId, serverText(message)])));
      notifications.show({ message: t('discardedCount', { count: meta.discarded }), color: 'green' });
      readAgain();
    },
  });
  return (
    <>
      <Group
        {...{ gap: 'xs', px: 'md', py: 'xs', bg: 'var(--mantine-color-body)', pos: 'sticky', top: 0 }}
        bd="1px solid var(--mantine-color-default-border)"
        style={{ zIndex: 2, borderRadius: 'var(--mantine-radius-md)' }}
      >
        <Text size="sm" fw={600} me="auto" aria-live="polite">
          {which === 'all'
            ? t('size', { count: documents.length })
            : t('selectedOf', { selected: some.length, count: documents.length })}
        </Text>
        <Group gap="xs">
          {mayChange(release, 'update') ? (
            <ConfirmButton
              {...{ size: 'xs', variant: 'default', c: 'var(--mantine-color-error)' }}
              disabled={documents.length === 0}
              label={t(`discard.${which}`)}
              title={t('discardTitle')}
              text={t('discardText', {
                ...{ changed: lost.length - created, created, kept: kept.length },
                names: format.list(kept.map(nameOf)),
              })}
              action={discard}
            />
          ) : null}
          {mayChange(release, 'publish') ? (
            <ConfirmButton
              {...{ size: 'xs', variant: 'filled', color: 'indigo' }}
              disabled={documents.length === 0 || chosen.some(({ isEntryValid }) => !isEntryValid)}
              label={t(`publish.${which}`)}
              title={t('publishTitle', { name: release.name ?? '' })}
              text={t('publishText', { live: chosen.length, offline: 0 })}
              action={publish}
            />
          ) : null}
        </Group>
      </Group>
      {left.length === 0 ? null : (
        <Alert color="yellow" role="alert" title={t('left', { count: left.length })}>
          <List size="sm">
            {left.map((document) => (
              <List.Item key={document.id}>{`${nameOf(document)}: ${reasons.get(document.id) ?? ''}`}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
};
