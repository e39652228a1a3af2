// The permissions of one part of the API that is not content: users, files, tokens.
import { Accordion, Badge, Checkbox, Group, Stack } from '@mantine/core';
import { useTranslations, type Messages } from 'use-intl';
import type { RoleAction } from '../../api/roles.ts';
import { mayBeOwn, toggled, type PermissionRow } from './permissionTree.ts';

type Part = keyof Messages['permissions']['parts'];

interface PermissionLabels {
  /** @param uid `plugin::upload.content-api` */
  readonly ofPart: (uid: string) => string;
  /** @param action the last part of a permission's name, for example `upload` */
  readonly ofAction: (uid: string, action: string) => string;
}

/** The names of permissions in the language of the page; those of the project's own routes stay as the project wrote them. */
const usePermissionLabels = (): PermissionLabels => {
  const t = useTranslations('permissions');
  // The controller `admin` stands for none.
  const partOf = (uid: string) =>
    (/^(?:plugin|admin)::/.test(uid)
      ? uid
          .replace(/\.admin$/, '')
          .split(/[.:]+/)
          .at(-1)
      : undefined) as Part;
  return {
    ofPart: (uid) => {
      const key = `parts.${partOf(uid)}` as const;
      return t.has(key) ? t(key) : uid;
    },
    ofAction: (uid, action) => {
      const key = `actions.${partOf(uid)}.${action}` as Parameters<typeof t>[0];
      return t.has(key) ? t(key) : action;
    },
  };
};

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
                onChange={(event) => onChange(uid, { [name]: toggled(action, event.currentTarget.checked) })}
              />
              {action.enabled && mayBeOwn(uid, name) ? (
                <Checkbox
                  label={t('ownFiles')}
                  aria-label={`${labels.ofAction(uid, name)}: ${t('ownFiles')}`}
                  checked={action.own === true}
                  disabled={readOnly}
                  onChange={(event) =>
                    onChange(uid, { [name]: { enabled: true, ...(event.currentTarget.checked && { own: true }) } })
                  }
                />
              ) : null}
            </Group>
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
};
