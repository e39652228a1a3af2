// Who is logged in, with the preferences of this browser and the logout.
import {
  Avatar,
  Box,
  Group,
  Menu,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import {
  CheckIcon,
  DeviceDesktopIcon,
  KebabHorizontalIcon,
  MoonIcon,
  PersonIcon,
  SignOutIcon,
  SunIcon,
} from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { pageSettings } from '../api/pageSettings.ts';
import { languageNames, setLanguage, useLanguage } from '../messages/MessagesProvider.tsx';
import type { Language } from '../messages/types.ts';
import { openShortcuts } from '../ui/shortcuts.ts';
import { KeyHint } from '../ui/KeyHint.tsx';
import { useServerText } from '../ui/useServerText.ts';
import classes from './UserMenu.module.css';

const schemes = { auto: DeviceDesktopIcon, light: SunIcon, dark: MoonIcon } as const;

const PreferenceItems = () => {
  const t = useTranslations('app');
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const checked = (isChosen: boolean) => (isChosen ? <CheckIcon /> : null);
  return (
    <>
      <Menu.Label>{t('appearance')}</Menu.Label>
      {(Object.keys(schemes) as MantineColorScheme[]).map((scheme) => {
        const Icon = schemes[scheme];
        return (
          <Menu.Item
            key={scheme}
            leftSection={<Icon />}
            rightSection={checked(colorScheme === scheme)}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`schemes.${scheme}`)}
          </Menu.Item>
        );
      })}
      <Menu.Label>{t('language')}</Menu.Label>
      {(Object.keys(languageNames) as Language[]).map((one) => (
        <Menu.Item key={one} lang={one} rightSection={checked(language === one)} onClick={() => setLanguage(one)}>
          {languageNames[one]}
        </Menu.Item>
      ))}
    </>
  );
};

export const UserMenu = () => {
  const t = useTranslations('app');
  const account = useTranslations('account');
  const { user } = useEditor();
  const serverText = useServerText();
  return (
    <Menu position="top-start" width="target" withinPortal>
      <Menu.Target>
        <UnstyledButton w="100%" p="xs" className={classes.button}>
          <Group component="span" gap="sm" wrap="nowrap">
            <VisuallyHidden>{t('userMenu')}</VisuallyHidden>
            <Avatar name={user.username} color="initials" size="sm" aria-hidden />
            <Box component="span" flex={1} miw={0}>
              <Text size="sm" fw={600} truncate>
                {user.username}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {serverText(user.role?.name ?? '')}
              </Text>
            </Box>
            <KebabHorizontalIcon />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account" leftSection={<PersonIcon />}>
          {account('title')}
        </Menu.Item>
        <Menu.Item onClick={openShortcuts} rightSection={<KeyHint keys="?" />}>
          {t('shortcuts')}
        </Menu.Item>
        {pageSettings.guide ? (
          <Menu.Item component="a" href="/guide/" target="_blank">
            {t('guide')}
          </Menu.Item>
        ) : null}
        <PreferenceItems />
        <Menu.Divider />
        <Menu.Item component={Link} to="/logout" state={{ logout: 'this' }} leftSection={<SignOutIcon />}>
          {account('logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
