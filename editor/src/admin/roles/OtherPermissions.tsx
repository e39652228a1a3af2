// The permissions of one part of the API that is not content: users, files, tokens.
import { Accordion, Badge, Checkbox, Group, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { toggled, type PermissionRow } from './permissionTree.ts';

interface Props {
  readonly row: PermissionRow;
  readonly readOnly: boolean;
  readonly onChange: (uid: string, changes: Readonly<Record<string, RoleAction>>) => void;
}

export const OtherPermissions = ({ row: { uid, actions }, readOnly, onChange }: Props) => {
  const t = useTranslations('admin.roles');
  const entries = Object.entries(actions);
  const enabled = entries.filter(([, action]) => action.enabled).length;
  return (
    <Accordion.Item value={uid}>
      <Accordion.Control>
        <Group justify="space-between" pe="md">
          {uid}
          <Badge variant="light" color={enabled === 0 ? 'gray' : 'indigo'}>
            {t('count', { enabled: String(enabled), all: String(entries.length) })}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          {entries.map(([name, action]) => (
            <Checkbox
              key={name}
              label={name}
              checked={action.enabled}
              disabled={readOnly}
              onChange={(event) => {
                onChange(uid, { [name]: toggled(action, event.currentTarget.checked) });
              }}
            />
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
};
