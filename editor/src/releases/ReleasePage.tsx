// One release: what it does to which documents, whether that can be done, and what changes.
import { Alert, Box, Button, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure, useSet } from '@mantine/hooks';
import { RocketIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { call } from '../api/call.ts';
import { ApiError } from '../api/client.ts';
import { allDocumentsKey } from '../api/documents.ts';
import {
  releasesKey,
  wholeReleaseQuery,
  type HiddenDocuments,
  type Release,
  type ReleasedDocument,
} from '../api/releases.ts';
import { useEditor } from '../api/editor.ts';
import { useMayChangeRelease } from '../api/mayChangeRelease.ts';
import { useSchema } from '../api/schema.ts';
import { AgentBadge } from '../ui/AgentBadge.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { DialogButton } from '../ui/DialogButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { Page } from '../ui/Page.tsx';
import { TitledRow } from '../ui/TitledRow.tsx';
import { useAction } from '../ui/useAction.ts';
import { useLeave } from '../ui/useLeave.ts';
import { AddDocuments, LinkedDrafts } from './AddDocuments.tsx';
import { useRemoveAction } from './useAddDocuments.ts';
import { useServerText } from '../ui/useServerText.ts';
import { ChangeSetBar } from './ChangeSetBar.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { ReleaseStatusBadge } from './ReleaseStatusBadge.tsx';
import { useMomentText } from './useMomentText.ts';
import lists from '../ui/borderedList.module.css';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';

/** It brings the pane of the form's preview. */
const ReleasePreview = lazy(() => import('../document/preview/ReleasePreview.tsx'));

interface Props {
  readonly release: Release;
  readonly documents: readonly ReleasedDocument[];
}

interface ActionsProps extends Props {
  /** Shows the site as it will be, or ends that; undefined if there is no page to show. */
  readonly togglePreview: (() => void) | undefined;
  readonly isPreviewing: boolean;
}

const Actions = ({ release, documents, togglePreview, isPreviewing }: ActionsProps) => {
  const t = useReleaseTexts();
  const mayChange = useMayChangeRelease();
  const common = useTranslations('common');
  const leave = useLeave();
  const queryClient = useQueryClient();
  const { id, status } = release;
  const name = release.name ?? '';
  const unpublished = documents.filter(({ type }) => type === 'unpublish').length;
  const publish = useAction({
    run: () => call('POST /api/content-releases/{id}/publish', { id }),
    // The documents that it publishes change too.
    changes: allDocumentsKey,
    message: t('published', { name }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: releasesKey }),
  });
  const remove = useAction({
    run: () => call('DELETE /api/content-releases/{id}', { id }),
    changes: releasesKey,
    message: t('deleted', { name }),
    onSuccess: () => leave({ to: '/releases' }),
  });
  const isDone = status === 'done';
  return (
    <>
      {togglePreview === undefined ? null : (
        <Button variant="default" aria-expanded={isPreviewing} onClick={togglePreview}>
          {t('preview')}
        </Button>
      )}
      {mayChange(release, 'delete') ? (
        <ConfirmButton
          variant="default"
          c="var(--mantine-color-error)"
          label={common('delete')}
          title={t('deleteTitle', { name })}
          text={t('deleteText')}
          action={remove}
        />
      ) : null}
      {isDone || !mayChange(release, 'update') ? null : (
        <DialogButton
          variant="default"
          dialog={(close) => <ReleaseDialog release={release} onClose={close} onSaved={close} />}
        >
          {common('edit')}
        </DialogButton>
      )}
      {isDone || release.agent !== undefined || !mayChange(release, 'publish') ? null : (
        <ConfirmButton
          {...{ variant: 'filled', color: 'indigo' }}
          disabled={status === 'empty' || status === 'blocked'}
          label={t('publishNow')}
          title={t('publishTitle', { name })}
          text={t('publishText', { live: documents.length - unpublished, offline: unpublished })}
          action={publish}
        />
      )}
    </>
  );
};

const Moment = ({ release: { scheduledAt, timezone, releasedAt, agent } }: Pick<Props, 'release'>) => {
  const t = useReleaseTexts();
  const text = useMomentText();
  const format = useFormatter();
  if (releasedAt !== null)
    return t('happened', { time: format.dateTime(new Date(releasedAt), { dateStyle: 'long', timeStyle: 'short' }) });
  if (scheduledAt === null || timezone === null) return agent === undefined ? t('byHandText') : null;
  const moment = new Date(scheduledAt);
  return t('happens', { day: text.day(moment, timezone), whole: text.whole(moment, timezone) });
};

type SectionProps = Props & { readonly uid: string; readonly selected: Set<number> | undefined };

/** The documents of one type. */
const TypeSection = ({ uid, release, documents, selected }: SectionProps) => {
  const type = useSchema().types.get(uid);
  return (
    <section aria-label={type?.plural ?? uid}>
      <Title order={2} size="h4" mb="xs">
        {type?.plural ?? uid}
      </Title>
      <ul className={lists.list}>
        {documents.map((document) => (
          <DocumentRow key={document.id} {...{ release, document, type, selected }} />
        ))}
      </ul>
    </section>
  );
};

/** The documents that the user may not see, which the owner can remove. */
const HiddenSection = ({ release, hidden }: Pick<Props, 'release'> & { readonly hidden: HiddenDocuments }) => {
  const t = useReleaseTexts();
  const remove = useRemoveAction(release);
  if (hidden.count === 0) return null;
  return (
    <section aria-label={t('hidden', { count: hidden.count })}>
      <Text c="dimmed" mb="xs">
        {t('hidden', { count: hidden.count })}
      </Text>
      {release.status === 'done' || hidden.ids.length === 0 ? null : (
        <ul className={lists.list}>
          {hidden.ids.map((id) => (
            <Box key={id} component="li" px="md" py="sm">
              <TitledRow title={t('hiddenDocument', { id: String(id) })}>
                <Button
                  variant="default"
                  size="xs"
                  c="var(--mantine-color-error)"
                  loading={remove.isPending && remove.variables === id}
                  aria-label={`${t('remove')}: ${t('hiddenDocument', { id: String(id) })}`}
                  onClick={() => remove.mutate(id)}
                >
                  {t('removeShort')}
                </Button>
              </TitledRow>
            </Box>
          ))}
        </ul>
      )}
    </section>
  );
};

const ReleaseScreen = ({ id }: { readonly id: number }) => {
  const t = useReleaseTexts();
  const mayChange = useMayChangeRelease();
  const { settings } = useEditor();
  const [isPreviewing, { toggle: togglePreview }] = useDisclosure();
  const serverText = useServerText();
  const { data, error, refetch } = useQuery(wholeReleaseQuery(id));
  const chosen = useSet<number>();
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={240} m="xl" />;
  const { release, documents, hidden } = data;
  const uids = [...new Set(documents.map(({ contentType }) => contentType))];
  const { name, failure, status, agent } = release;
  const selected = agent !== undefined && status !== 'done' ? chosen : undefined;
  const hasPages = settings.preview && status !== 'done' && documents.some(({ type }) => type === 'publish');
  const page = (
    <Page
      title={name ?? t('title')}
      back={{ to: '/releases', label: t('releases') }}
      description={<Moment release={release} />}
      actions={
        <Actions {...{ release, documents, isPreviewing }} togglePreview={hasPages ? togglePreview : undefined} />
      }
    >
      <Stack>
        <Group gap="xs">
          <ReleaseStatusBadge status={status} />
          {agent === undefined ? null : (
            <AgentBadge name={[agent.name, ...(agent.by === null ? [] : [agent.by])].join(' · ')} />
          )}
        </Group>
        {status === 'done' || !mayChange(release, 'update') ? null : (
          <>
            {agent === undefined ? <AddDocuments {...{ release, documents }} /> : null}
            <LinkedDrafts {...{ release, documents }} />
          </>
        )}
        {failure === null || status === 'done' ? null : (
          <Alert color="red" title={t('failure')}>
            {serverText(failure.message)}
          </Alert>
        )}
        {status === 'blocked' ? <Alert color="red">{t('blockedText')}</Alert> : null}
        {uids.length + hidden.count === 0 && agent === undefined ? (
          <EmptyState Icon={RocketIcon} title={t('empty')} text={<Text>{t('emptyText')}</Text>} />
        ) : null}
        {selected === undefined ? null : <ChangeSetBar {...{ release, documents, selected }} />}
        {uids.map((uid) => (
          <TypeSection
            key={uid}
            {...{ uid, release, selected }}
            documents={documents.filter(({ contentType }) => contentType === uid)}
          />
        ))}
        <HiddenSection {...{ release, hidden }} />
      </Stack>
    </Page>
  );
  return (
    <Flex mih="100%">
      <Box flex={1} miw={0}>
        {page}
      </Box>
      {hasPages && isPreviewing ? (
        <Suspense>
          <ReleasePreview id={id} documents={documents} onClose={togglePreview} />
        </Suspense>
      ) : null}
    </Flex>
  );
};

export const ReleasePage = () => {
  const { id } = useParams({ strict: false });
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? <ReleaseScreen key={number} id={number} /> : <NotFound />;
};
