// The name of the site, which leads to the first screen.
import { Group, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEditor } from '../api/editor.ts';
import { Logo } from '../ui/Logo.tsx';

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
