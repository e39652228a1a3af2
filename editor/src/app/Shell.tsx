// The navigation beside the screen; on a narrow window, the navigation opens above it.
import { ActionIcon, Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { SearchIcon } from '@primer/octicons-react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Brand, Navigation } from './Navigation.tsx';
import { openPalette, paletteStore } from './palette.ts';
import { openShortcuts, useShortcut, useShortcutsOpen } from '../ui/shortcuts.ts';
import { SessionEndedDialog } from './SessionEndedDialog.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';
import { useJobNotices } from './useJobNotices.ts';
import classes from './Shell.module.css';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog.tsx')).ShortcutsDialog }));

const mainId = 'main';

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const t = useTranslations('app');
  const { pathname } = useLocation();
  const [opened, { toggle, close }] = useDisclosure();
  const { opened: isPaletteOpened } = useSpotlight(paletteStore);
  const [hasPalette, setHasPalette] = useState(false);
  const areShortcutsOpened = useShortcutsOpen();
  const [hasShortcuts, setHasShortcuts] = useState(false);
  // Both are loaded when they are opened for the first time.
  if (isPaletteOpened && !hasPalette) setHasPalette(true);
  if (areShortcutsOpened && !hasShortcuts) setHasShortcuts(true);
  useShortcut('mod+K', t('search'), openPalette);
  useShortcut('shift+?', t('shortcuts'), openShortcuts);
  useEffect(close, [pathname, close]);
  const main = useRef<HTMLElement>(null);
  useHeadingFocus(main);
  useJobNotices();
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
        // Its title names it for screen readers; the navigation has its own heading.
        styles={{ header: { display: 'none' }, body: { height: '100%' } }}
      >
        <Navigation />
      </Drawer>
      <main className={classes.main} id={mainId} tabIndex={-1} ref={main}>
        {children}
      </main>
      <Suspense>{hasPalette ? <CommandPalette /> : null}</Suspense>
      <Suspense>{hasShortcuts ? <ShortcutsDialog /> : null}</Suspense>
      <SessionEndedDialog />
    </div>
  );
};
