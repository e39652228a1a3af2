// What the activity screen shows: whose actions, of which kind, about which document, and when.
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { namedActors } from '../../api/audit.ts';
import { useMay } from '../../api/editor.ts';
import { useSchema } from '../../api/schema.ts';
import { dataQuery } from '../../api/call.ts';
import { fileUid } from '../../api/useTrash.ts';
import { allUsers, usersQuery } from '../../api/users.ts';
import { DocumentSelect } from '../../ui/DocumentSelect.tsx';
import { textProps } from '../../ui/inputProps.ts';
import { useActivityFilters } from './useActivityFilters.ts';
import { useAuditNames, userUid } from './useAuditNames.ts';
import classes from './activity.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Actions, and kinds of actions. */
const kinds = [
  ...['content', 'content.create', 'content.update', 'content.publish', 'content.unpublish', 'content.delete'],
  ...['media', 'login', 'login.failed', 'agent', 'password', 'user', 'role', 'token', 'webhook', 'locale'],
  ...['list', 'site'],
] as const;

const PersonSelect = ({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (actor: string | null) => void;
}) => {
  const t = useTranslations('admin.activity');
  const may = useMay();
  const [text, setText] = useState('');
  const names = useAuditNames([value === undefined ? [] : [{ actor: value, target: { type: '' } }]]);
  const chosen: readonly Choice[] = value === undefined ? [] : [{ value, label: names.actor(value) }];
  // The input has the label of what is chosen, which searches for nothing.
  const [search] = useDebouncedValue(text === chosen[0]?.label ? '' : text, 250);
  const { data: found } = useQuery({
    ...usersQuery({ ...allUsers, search }, 1),
    enabled: may('find', userUid),
    placeholderData: keepPreviousData,
  });
  const { data: tokens = [] } = useQuery({
    ...dataQuery('GET /admin/api-tokens'),
    enabled: may('manage', 'admin::api-tokens'),
  });
  const users = (found?.users ?? []).map(({ documentId, username }) => ({ value: documentId, label: username }));
  const others = [
    ...tokens.map(({ id, name }) => ({ value: `token ${id}`, label: t('token', { name }) })),
    ...namedActors.map((actor) => ({ value: actor, label: t(`actors.${actor}`) })),
  ].filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  const choices = [...users, ...others];
  return (
    <Select
      label={t('person')}
      placeholder={t('everybody')}
      data={[...chosen.filter((one) => choices.every((other) => other.value !== one.value)), ...choices]}
      value={value ?? null}
      onChange={onChange}
      clearable
      searchable
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t('nobody')}
    />
  );
};

export const ActivityFilters = () => {
  const t = useTranslations('admin.activity');
  const { filters, setFilters } = useActivityFilters();
  const { types } = useSchema();
  const { actor, type, documentId } = filters;
  const chosen = types.get(type ?? '');
  const set = (name: keyof typeof filters) => (value: string | null) =>
    setFilters({ ...filters, ...(name === 'type' ? { documentId: '' } : {}), [name]: value ?? '' });
  const typeChoices: readonly Choice[] = [
    ...[...types.values()].map(({ uid, displayName }) => ({ value: uid, label: displayName })),
    { value: fileUid, label: t('files') },
    { value: userUid, label: t('users') },
  ];
  const kindChoices = kinds.map((value) => ({ value, label: t(`kinds.${value.replace('.', '-') as 'content'}`) }));
  const selects = [
    { name: 'action', label: t('kind'), placeholder: t('everything'), data: kindChoices },
    { name: 'type', label: t('type'), placeholder: t('allTypes'), data: typeChoices },
  ] as const;
  return (
    <div className={classes.filters} role="group" aria-label={t('filters')}>
      <PersonSelect value={actor} onChange={set('actor')} />
      {selects.map(({ name, ...select }) => (
        <Select key={name} {...select} clearable searchable value={filters[name] ?? null} onChange={set(name)} />
      ))}
      {chosen?.kind === 'collectionType' ? (
        <DocumentSelect
          label={t('document')}
          uid={chosen.uid}
          value={documentId ?? ''}
          onChange={set('documentId')}
          clearable
        />
      ) : null}
      {(['from', 'to'] as const).map((name) => (
        <TextInput key={name} type="date" label={t(name)} {...textProps(filters[name] ?? '', set(name))} />
      ))}
      {Object.keys(filters).length === 0 ? null : (
        <Button variant="subtle" color="gray" onClick={() => setFilters({})}>
          {t('clear')}
        </Button>
      )}
    </div>
  );
};
