// What the list and the calendar of releases share: the heading, the tabs, and the button for a new release.
import { Group } from '@mantine/core';
import { CalendarIcon, ListUnorderedIcon, PlusIcon } from '@primer/octicons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayCreateRelease } from '../api/mayChangeRelease.ts';
import { useMayReleaseAny } from '../api/mayRelease.ts';
import { useReleaseTexts } from '../messages/useReleaseTexts.ts';
import { DialogButton } from '../ui/DialogButton.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { Page } from '../ui/Page.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import classes from './releases.module.css';

const views = [
  { to: '/releases', name: 'list', Icon: ListUnorderedIcon },
  { to: '/releases/calendar', name: 'calendar', Icon: CalendarIcon },
] as const;

const Views = () => {
  const t = useReleaseTexts();
  return (
    <Group component="nav" gap={4} mb="md" aria-label={t('views')} className={classes.views}>
      {views.map(({ to, name, Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={classes.view}>
          <Icon /> {t(name)}
        </Link>
      ))}
    </Group>
  );
};

export const ReleasesFrame = ({ children }: { readonly children: ReactNode }) => {
  const t = useReleaseTexts();
  const navigate = useNavigate();
  const mayCreate = useMayCreateRelease();
  if (!useMayReleaseAny()) return <NotFound />;
  const add = mayCreate ? (
    <DialogButton
      leftSection={<PlusIcon />}
      dialog={(close) => (
        <ReleaseDialog onClose={close} onSaved={({ id }) => void navigate({ to: `/releases/${id}` })} />
      )}
    >
      {t('newRelease')}
    </DialogButton>
  ) : null;
  return (
    <Page title={t('releases')} description={t('description')} actions={add}>
      <Views />
      {children}
    </Page>
  );
};
