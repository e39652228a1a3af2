// The links to all types: in groups, those that the user has pinned first, and a filter if there are many. The Tab key comes to one
// of them, and the arrow keys to the others.
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { FilterIcon, PinIcon, PinSlashIcon } from '@primer/octicons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '../api/editor.ts';
import { useDestinations } from './destinations.ts';
import { isAt, NavigationGroup, NavigationRow } from './NavigationRow.tsx';
import { sectionsOf } from './sectionsOf.ts';
import classes from './Navigation.module.css';
import { textProps } from '../ui/inputProps.ts';

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

interface Pins {
  /** Whether the type with this uid is at the top. */
  readonly isPinned: (uid: string) => boolean;
  readonly toggle: (uid: string) => void;
}

/** The types that the user keeps at the top, in this browser. */
const usePins = (): Pins => {
  const { user } = useEditor();
  // Without a default value, nothing is stored until the user pins something.
  const [stored, setStored] = useLocalStorage<unknown>({
    key: `lectern-pins:${user.documentId}`,
    getInitialValueInEffect: false,
  });
  const uids: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return {
    isPinned: (uid) => uids.includes(uid),
    toggle: (uid) => setStored(uids.includes(uid) ? uids.filter((one) => one !== uid) : [...uids, uid]),
  };
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
          px="md"
          pb="xs"
          size="xs"
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          leftSection={<FilterIcon />}
          {...textProps(filter, setFilter)}
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
                  onFocus={() => setFocused(type.uid)}
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
                    onClick={() => pin(type.uid)}
                  >
                    {pinned ? <PinSlashIcon size={14} /> : <PinIcon size={14} />}
                  </ActionIcon>
                </NavigationRow>
              );
            })}
          </NavigationGroup>
        ))}
        {sections.length === 0 && all.length > 0 ? (
          <Text size="sm" c="dimmed" role="status" px="sm" pt="xs" pb={4}>
            {t('nothingFound')}
          </Text>
        ) : null}
      </div>
    </>
  );
};
