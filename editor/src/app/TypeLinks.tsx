// The links to all types: in groups, those that the user has pinned first, and a filter if there are many. The Tab key comes to one
// of them, and the arrow keys to the others.
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { FilterIcon, PinIcon, PinSlashIcon } from '@primer/octicons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useDestinations } from './destinations.ts';
import { NavigationGroup } from './NavigationGroup.tsx';
import { isAt, NavigationRow } from './NavigationRow.tsx';
import { sectionsOf } from './sectionsOf.ts';
import { usePins } from './usePins.ts';
import classes from './Navigation.module.css';

/** So many types are seen at a glance. */
const fewTypes = 12;

/** How far each key goes in the list. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** From link to link, or from button to button. */
const onListKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key];
  const target = event.target as HTMLElement; // in the list
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const name = target.matches('[data-pin]') ? '[data-pin]' : 'a';
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(name)];
  items[Math.min(Math.max(items.indexOf(target) + step, 0), items.length - 1)]?.focus();
};

export const TypeLinks = () => {
  const t = useTranslations('app');
  const navigate = useNavigate();
  const { groups } = useDestinations();
  const { isPinned, toggle } = usePins();
  const { pathname } = useLocation();
  const [filter, setFilter] = useState('');
  const [focused, setFocused] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  const all = groups.flatMap(({ types }) => types);
  const sections = sectionsOf(groups, t('pinned'), isPinned, filter);
  const rows = sections.flatMap(({ types }) => types);
  const stop = rows.find(({ uid }) => uid === focused) ?? rows.find(({ to }) => isAt(pathname, to)) ?? rows[0];

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
      <div className={classes.types} ref={list} onKeyDown={onListKeyDown}>
        {sections.map(({ title, types }) => (
          <NavigationGroup key={title} title={title}>
            {types.map((type) => {
              const pinned = isPinned(type.uid);
              const label = t(pinned ? 'unpin' : 'pin', { name: type.label });
              const isTabStop = type === stop;
              return (
                <NavigationRow
                  key={type.to}
                  destination={type}
                  isTabStop={isTabStop}
                  onFocus={() => {
                    setFocused(type.uid);
                  }}
                >
                  <ActionIcon
                    className={classes.pin}
                    tabIndex={isTabStop ? 0 : -1}
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
