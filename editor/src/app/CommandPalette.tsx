// The command palette: goes to any screen, makes documents, changes preferences.
import '@mantine/spotlight/styles.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { MoonIcon, PlusIcon, SearchIcon, SunIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useShortcut } from '../ui/shortcuts.ts';
import { openPalette, paletteStore } from './palette.ts';
import { useDestinations, type Destination } from './destinations.ts';

export default function CommandPalette() {
  const t = useTranslations('app');
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { groups, media, trash, administration, creations } = useDestinations();
  useShortcut('mod+K', t('search'), openPalette);
  const toAction = ({ to, label, Icon }: Destination): SpotlightActionData => ({
    id: to,
    label,
    leftSection: <Icon />,
    onClick: () => void navigate({ to }),
  });
  return (
    <Spotlight
      store={paletteStore}
      attributes={{ content: { 'aria-label': t('search') } }}
      shortcut={null}
      lockScroll={false}
      scrollable
      maxHeight="60vh"
      highlightQuery
      nothingFound={t('nothingFound')}
      searchProps={{ leftSection: <SearchIcon />, placeholder: t('search'), 'aria-label': t('search') }}
      actions={[
        {
          group: t('goTo'),
          actions: [...groups.flatMap(({ types }) => types), ...media, ...trash, ...administration].map(toAction),
        },
        {
          group: t('create'),
          actions: creations.map((one) => ({ ...toAction(one), leftSection: <PlusIcon /> })),
        },
        {
          group: t('appearance'),
          actions: [
            {
              id: 'light',
              label: t('schemes.light'),
              leftSection: <SunIcon />,
              onClick: () => {
                setColorScheme('light');
              },
            },
            {
              id: 'dark',
              label: t('schemes.dark'),
              leftSection: <MoonIcon />,
              onClick: () => {
                setColorScheme('dark');
              },
            },
          ],
        },
      ]}
    />
  );
}
