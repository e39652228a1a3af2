// The links to all screens that the user's role may use. Only those to types scroll.
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { KeyHint } from '../ui/KeyHint.tsx';
import { Logo } from '../ui/Logo.tsx';
import { openPalette } from './palette.ts';
import { useDestinations } from './destinations.ts';
import { NavigationGroup, NavigationRow } from './NavigationRow.tsx';
import { TypeLinks } from './TypeLinks.tsx';
import { UserMenu } from './UserMenu.tsx';
import classes from './Navigation.module.css';

/** The name of the site, which leads to the first screen. */
export const Brand = () => {
  const { settings } = useEditor();
  return (
    <UnstyledButton component={Link} to="/" miw={0}>
      <Group gap="xs" wrap="nowrap">
        <Logo size={24} />
        <Text fw={700} truncate>
          {settings.name}
        </Text>
      </Group>
    </UnstyledButton>
  );
};

export const Navigation = () => {
  const t = useTranslations('app');
  const { media, releases, administration } = useDestinations();
  const toRow = (destination: (typeof media)[number]) => (
    <NavigationRow key={destination.to} destination={destination} />
  );
  return (
    <nav className={classes.navigation} aria-label={t('navigation')}>
      <Stack p="md" gap="sm">
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
      <TypeLinks />
      {media.length + releases.length + administration.length === 0 ? null : (
        <div className={classes.site}>
          {[...media, ...releases].map(toRow)}
          {administration.length === 0 ? null : (
            <NavigationGroup title={t('administration')}>{administration.map(toRow)}</NavigationGroup>
          )}
        </div>
      )}
      <div className={classes.foot}>
        <UserMenu />
      </div>
    </nav>
  );
};
