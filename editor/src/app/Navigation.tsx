// The links to all screens that the user's role may use. Only those to types scroll.
import { Button, Stack } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { KeyHint } from '../ui/KeyHint.tsx';
import { Brand } from './Brand.tsx';
import { openPalette } from './palette.ts';
import { useDestinations } from './destinations.ts';
import { NavigationGroup } from './NavigationGroup.tsx';
import { NavigationRow } from './NavigationRow.tsx';
import { TypeLinks } from './TypeLinks.tsx';
import { UserMenu } from './UserMenu.tsx';
import classes from './Navigation.module.css';

export const Navigation = () => {
  const t = useTranslations('app');
  const { media, releases, administration } = useDestinations();
  const toRow = (destination: (typeof media)[number]) => (
    <NavigationRow key={destination.to} destination={destination} />
  );
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
