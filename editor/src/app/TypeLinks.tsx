// The links to all types: in groups, those that the user has pinned first, and a filter if there are many.
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { FilterIcon, PinIcon, PinSlashIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDestinations } from './destinations.ts';
import { NavigationGroup } from './NavigationGroup.tsx';
import { NavigationRow } from './NavigationRow.tsx';
import { sectionsOf } from './sectionsOf.ts';
import { usePins } from './usePins.ts';
import classes from './Navigation.module.css';

/** So many types are seen at a glance. */
const fewTypes = 12;

export const TypeLinks = () => {
  const t = useTranslations('app');
  const navigate = useNavigate();
  const { groups } = useDestinations();
  const { isPinned, toggle } = usePins();
  const [filter, setFilter] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  const all = groups.flatMap(({ types }) => types);
  const sections = sectionsOf(groups, t('pinned'), isPinned, filter);

  const onKeyDown = (event: KeyboardEvent) => {
    const first = sections[0]?.types[0];
    if (event.key === 'Enter' && first !== undefined) void navigate({ to: first.to });
    if (event.key === 'Enter' || event.key === 'Escape') setFilter('');
  };
  const pin = (uid: string) => {
    toggle(uid);
    // The row is now in another group, and its button another element.
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-pin="${CSS.escape(uid)}"]`)?.focus();
    });
  };

  return (
    <>
      {all.length > fewTypes ? (
        <TextInput
          className={classes.filter}
          size="xs"
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          leftSection={<FilterIcon />}
          value={filter}
          onChange={({ currentTarget: { value } }) => {
            setFilter(value);
          }}
          onKeyDown={onKeyDown}
        />
      ) : null}
      <div className={classes.types} ref={list}>
        {sections.map(({ title, types }) => (
          <NavigationGroup key={title} title={title}>
            {types.map((type) => {
              const pinned = isPinned(type.uid);
              const label = t(pinned ? 'unpin' : 'pin', { name: type.label });
              return (
                <NavigationRow key={type.to} destination={type}>
                  <ActionIcon
                    className={classes.pin}
                    data-pin={type.uid}
                    data-pinned={pinned}
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label={label}
                    title={label}
                    onClick={() => {
                      pin(type.uid);
                    }}
                  >
                    {pinned ? <PinSlashIcon size={14} /> : <PinIcon size={14} />}
                  </ActionIcon>
                </NavigationRow>
              );
            })}
          </NavigationGroup>
        ))}
        {sections.length === 0 && all.length > 0 ? (
          <Text size="sm" c="dimmed" role="status" className={classes.heading}>
            {t('nothingFound')}
          </Text>
        ) : null}
      </div>
    </>
  );
};
