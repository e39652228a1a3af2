// The links to all screens that the user's role may use.
import { Button, NavLink, Stack, Title } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { KeyHint } from '../ui/KeyHint.tsx';
import { Brand } from './Brand.tsx';
import { openPalette } from './palette.ts';
import { useDestinations, type Destination } from './destinations.ts';
import { UserMenu } from './UserMenu.tsx';
import classes from './Navigation.module.css';

interface GroupProps {
  readonly title: string;
  readonly destinations: readonly Destination[];
}

const NavigationGroup = ({ title, destinations }: GroupProps) => {
  const { pathname } = useLocation();
  if (destinations.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      <Title order={2} size="xs" c="dimmed" tt="uppercase" className={classes.heading}>
        {title}
      </Title>
      {destinations.map(({ to, label, Icon }) => {
        const active = pathname === to || pathname.startsWith(`${to}/`);
        return (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon />}
            active={active}
            aria-current={active ? 'page' : undefined}
            variant="light"
          />
        );
      })}
    </div>
  );
};

export const Navigation = () => {
  const t = useTranslations('app');
  const { collections, singles, media, administration } = useDestinations();
  return (
    <nav className={classes.navigation} aria-label={t('navigation')}>
      <Stack className={classes.head} gap="sm">
        <Brand />
        <Button
          variant="default"
          justify="space-between"
          fullWidth
          leftSection={<SearchIcon />}
          rightSection={<KeyHint keys="mod+K" />}
          onClick={openPalette}
          c="dimmed"
          fw={400}
        >
          {t('search')}
        </Button>
      </Stack>
      <div className={classes.links}>
        <NavigationGroup title={t('content')} destinations={collections} />
        <NavigationGroup title={t('singles')} destinations={singles} />
        <NavigationGroup title={t('files')} destinations={media} />
        <NavigationGroup title={t('administration')} destinations={administration} />
      </div>
      <div className={classes.foot}>
        <UserMenu />
      </div>
    </nav>
  );
};
