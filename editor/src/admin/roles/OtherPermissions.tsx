// The permissions of one part of the API that is not content: users, files, tokens.
import { Accordion, Badge, Checkbox, Group, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { mayBeOwn, toggled, type PermissionRow } from './permissionTree.ts';
import { usePermissionLabels } from './usePermissionLabels.ts';

interface Props {
  readonly row: PermissionRow;
  readonly readOnly: boolean;
  readonly onChange: (uid: string, changes: Readonly<Record<string, RoleAction>>) => void;
}

export const OtherPermissions = ({ row: { uid, actions }, readOnly, onChange }: Props) => {
  const t = useTranslations('admin.roles');
  const labels = usePermissionLabels();
  const entries = Object.entries(actions);
  const enabled = entries.filter(([, action]) => action.enabled).length;
  return (
    <Accordion.Item value={uid}>
      <Accordion.Control>
        <Group justify="space-between" pe="md">
          {labels.ofPart(uid)}
          <Badge variant="light" color={enabled === 0 ? 'gray' : 'indigo'}>
            {t('count', { enabled: String(enabled), all: String(entries.length) })}
          </Badge>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          {entries.map(([name, action]) => (
            <Group key={name} gap="xl">
              <Checkbox
                label={labels.ofAction(uid, name)}
                checked={action.enabled}
                disabled={readOnly}
                onChange={(event) => {
                  onChange(uid, { [name]: toggled(action, event.currentTarget.checked) });
                }}
              />
              {action.enabled && mayBeOwn(uid, name) ? (
                <Checkbox
                  label={t('ownFiles')}
                  aria-label={`${labels.ofAction(uid, name)}: ${t('ownFiles')}`}
                  checked={action.own === true}
                  disabled={readOnly}
                  onChange={(event) => {
                    onChange(uid, { [name]: { enabled: true, ...(event.currentTarget.checked && { own: true }) } });
                  }}
                />
              ) : null}
            </Group>
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
};
