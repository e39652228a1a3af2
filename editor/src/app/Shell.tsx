// The navigation beside the screen; on a narrow window, the navigation opens above it.
import { ActionIcon, Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Brand } from './Brand.tsx';
import { Navigation } from './Navigation.tsx';
import { openPalette } from './palette.ts';
import { SessionEndedDialog } from './SessionEndedDialog.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import classes from './Shell.module.css';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

const mainId = 'main';

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const t = useTranslations('app');
  const { pathname } = useLocation();
  const [opened, { toggle, close }] = useDisclosure();
  useEffect(close, [pathname, close]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href={`#${mainId}`}>
        {t('skip')}
      </a>
      <header className={classes.bar}>
        <Burger opened={opened} onClick={toggle} size="sm" aria-label={t('navigation')} aria-expanded={opened} />
        <Brand />
        <ActionIcon variant="subtle" color="gray" ms="auto" size="lg" aria-label={t('search')} onClick={openPalette}>
          <SearchIcon />
        </ActionIcon>
      </header>
      <div className={classes.side}>
        <Navigation />
      </div>
      <Drawer
        opened={opened}
        onClose={close}
        size="18rem"
        padding={0}
        withCloseButton={false}
        title={t('navigation')}
        classNames={{ header: classes.drawerHeader ?? '', body: classes.drawerBody ?? '' }}
      >
        <Navigation />
      </Drawer>
      <main className={classes.main} id={mainId} tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <CommandPalette />
      </Suspense>
      <ShortcutsDialog />
      <SessionEndedDialog />
    </div>
  );
};
