// The name of the site, which leads to the first screen.
import { Group, Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEditor } from '../api/editor.ts';
import icon from '../ui/icon.svg';

export const Brand = () => {
  const { settings } = useEditor();
  return (
    <UnstyledButton component={Link} to="/">
      <Group gap="xs" wrap="nowrap">
        <img src={icon} alt="" width={24} height={24} />
        <Text fw={700} truncate>
          {settings.name}
        </Text>
      </Group>
    </UnstyledButton>
  );
};
