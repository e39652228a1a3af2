// The versions of a document beside its form: the list, and the one that is opened.
import { Anchor, Button, CloseButton, Group, Skeleton, Title } from '@mantine/core';
import { ArrowLeftIcon, HistoryIcon, PulseIcon } from '@primer/octicons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useMay } from '../../api/editor.ts';
import { versionsQuery, type Version } from '../../api/versions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { VersionList } from './VersionList.tsx';
import { VersionView, type VersionProps } from './VersionView.tsx';
import frame from '../sidePanel.module.css';
import { focusMenu } from '../header/useHeaderWidth.ts';
import classes from './history.module.css';

interface Props extends VersionProps {
  readonly onClose: () => void;
}

const Versions = ({ form, saver, address }: VersionProps) => {
  const t = useTranslations('document.history');
  const query = useInfiniteQuery(versionsQuery(address));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  /** The version that is opened, or was. The list loses the present one when it is saved again. */
  const [last, setLast] = useState<Version>();
  const [isOpen, setIsOpen] = useState(false);
  const versions = (data?.pages ?? []).flatMap((page) => page.data);
  if (data === undefined)
    return error === null ? <Skeleton height={240} /> : <ErrorMessage error={error} onRetry={() => void refetch()} />;
  if (versions.length === 0) return <EmptyState Icon={HistoryIcon} title={t('none')} text={t('noneText')} />;
  if (!isOpen || last === undefined)
    return (
      <VersionList
        versions={versions}
        lastOpened={last?.number}
        onOpen={(version) => {
          setLast(version);
          setIsOpen(true);
        }}
        onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        isLoading={isFetchingNextPage}
      />
    );
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<ArrowLeftIcon />}
        className={classes.back}
        // The row of the version, which had the focus, is away.
        autoFocus
        onClick={() => {
          setIsOpen(false);
        }}
      >
        {t('all')}
      </Button>
      <VersionView
        {...{ form, saver, address, versions }}
        version={versions.find(({ number }) => number === last.number) ?? last}
      />
    </>
  );
};

const HistoryPanel = ({ onClose, ...props }: Props) => {
  const t = useTranslations('document.history');
  const common = useTranslations('common');
  const may = useMay();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
      focusMenu();
    };
  }, []);
  const { type, documentId } = props.form;
  const search = { type: type.uid, documentId };
  return (
    <aside ref={panel} className={`${frame.panel} ${classes.panel}`} aria-label={t('title')} tabIndex={-1}>
      <Group justify="space-between" className={frame.header}>
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <Group gap="sm">
          {may('read', 'admin::audit') ? (
            <Anchor component={Link} to="/admin/activity" search={search as never} size="sm">
              <PulseIcon size={14} /> {t('activity')}
            </Anchor>
          ) : null}
          <CloseButton aria-label={common('close')} onClick={onClose} />
        </Group>
      </Group>
      <div className={frame.content}>
        {/* A document that was new has an address without its documentId. */}
        <Versions {...props} address={{ ...props.address, documentId }} />
      </div>
    </aside>
  );
};

export default HistoryPanel;
