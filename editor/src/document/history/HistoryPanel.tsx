// The versions of a document beside its form: the list, and the one that is opened.
import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ArrowLeftIcon, HistoryIcon, PulseIcon } from '@primer/octicons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import { versionsQuery, type Version } from '../../api/versions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { SidePanel } from '../SidePanel.tsx';
import { useDocument } from '../useDocument.ts';
import { VersionList } from './VersionList.tsx';
import { VersionView } from './VersionView.tsx';

const Versions = () => {
  const t = useTranslations('document.history');
  const query = useInfiniteQuery(versionsQuery(useDocument().form));
  const { data, error, refetch } = query;
  /** The version that is opened, or was. The list loses the present one when it is saved again. */
  const [last, setLast] = useState<Version>();
  const [isOpen, { open, close }] = useDisclosure();
  const versions = (data?.pages ?? []).flatMap((page) => page.data);
  if (data === undefined)
    return error === null ? <Skeleton height={240} /> : <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (versions.length === 0) return <EmptyState Icon={HistoryIcon} title={t('none')} text={t('noneText')} />;
  if (!isOpen || last === undefined)
    return (
      <>
        <VersionList
          {...{ versions, lastOpened: last?.number }}
          onOpen={(version) => {
            setLast(version);
            open();
          }}
        />
        <MoreButton query={query} />
      </>
    );
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<ArrowLeftIcon />}
        style={{ alignSelf: 'flex-start' }}
        // The row of the version, which had the focus, is away.
        autoFocus
        onClick={close}
      >
        {t('all')}
      </Button>
      <VersionView versions={versions} version={versions.find(({ number }) => number === last.number) ?? last} />
    </>
  );
};

const HistoryPanel = () => {
  const t = useTranslations('document.history');
  const may = useMay();
  const { form, closePanel } = useDocument();
  const search = { type: form.type.uid, documentId: form.documentId };
  return (
    <SidePanel
      title={t('title')}
      width="clamp(22rem, 38%, 40rem)"
      tools={
        may('read', 'admin::audit') ? (
          <Anchor component={Link} to="/admin/activity" search={search as never} size="sm">
            <PulseIcon size={14} /> {t('activity')}
          </Anchor>
        ) : null
      }
      onClose={closePanel}
    >
      <Stack p="md">
        <Versions />
      </Stack>
    </SidePanel>
  );
};

export default HistoryPanel;
