// A cell of a table with a name, which may be a link, and what is said of it below.
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface Props {
  readonly name: string;
  readonly text: string;
  readonly to?: string;
}

export const NameCell = ({ name, text, to }: Props) => (
  <>
    {to === undefined ? (
      <Text fw={500}>{name}</Text>
    ) : (
      <Anchor component={Link} to={to} fw={500}>
        {name}
      </Anchor>
    )}
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  </>
);
