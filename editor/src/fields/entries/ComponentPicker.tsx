// The dialog in which a component is chosen for a new entry: cards with icon, description and preview, by category.
import { Modal, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { PackageIcon, SearchIcon } from '@primer/octicons-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { configuredPictureUrl } from '../../api/pageSettings.ts';
import { searchComponents, type ComponentGroup } from '../../schema/componentGroups.ts';
import type { Component } from '../../schema/types.ts';
import { schemaIcons } from '../../ui/schemaIcons.ts';
import { nextCard } from './nextCard.ts';
import classes from './ComponentPicker.module.css';

interface CardPictureProps {
  readonly component: Component;
  /** Whether other cards of the group have pictures. */
  readonly isTile: boolean;
}

const CardPicture = ({ component: { preview, icon }, isTile }: CardPictureProps) => {
  const [isBroken, setBroken] = useState(false);
  const url = preview === undefined ? undefined : configuredPictureUrl(preview);
  const Icon = schemaIcons[icon ?? ''] ?? PackageIcon;
  if (url === undefined || isBroken)
    return (
      <Text span c="dimmed" flex="none" className={isTile ? (classes.tile ?? '') : ''}>
        <Icon size={isTile ? 32 : 20} />
      </Text>
    );
  return <img src={url} alt="" loading="lazy" className={classes.preview} onError={() => setBroken(true)} />;
};

interface GroupProps {
  readonly group: ComponentGroup;
  readonly onPick: (uid: string) => void;
}

const Group = ({ group: { label, components }, onPick }: GroupProps) => {
  const id = useId();
  const hasPictures = components.some(({ preview }) => preview !== undefined);
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} size="sm" mb="xs">
        {label}
      </Title>
      <ul className={classes.cards}>
        {components.map((component) => (
          <li key={component.uid}>
            <UnstyledButton className={classes.card} data-card onClick={() => onPick(component.uid)}>
              <CardPicture component={component} isTile={hasPictures} />
              <Stack component="span" gap={2} flex={1} miw={0}>
                <Text component="span" fw={600} size="sm">
                  {component.displayName}
                </Text>
                {component.description === '' ? null : (
                  <Text component="span" size="xs" c="dimmed" lineClamp={3}>
                    {component.description}
                  </Text>
                )}
              </Stack>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
};

interface Props {
  readonly title: string;
  readonly groups: readonly ComponentGroup[];
  readonly onPick: (uid: string) => void;
  readonly onClose: () => void;
}

export default function ComponentPicker({ title, groups, onPick, onClose }: Props) {
  const t = useTranslations('form.entries');
  const [text, setText] = useInputState('');
  const frame = useRef<HTMLDivElement>(null);
  const found = searchComponents(groups, text);
  /** Arrow keys go from card to card, and from the search to the first one. */
  const move = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const cards = [...(frame.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    if (at < 0 && event.key !== 'ArrowDown') return;
    const next =
      at < 0
        ? 0
        : nextCard(
            event.key,
            at,
            cards.map((card) => card.getBoundingClientRect()),
          );
    if (next === undefined) return;
    event.preventDefault();
    cards[next]?.focus();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="xl" returnFocus={false}>
      <Stack gap="lg" ref={frame} onKeyDown={move}>
        <TextInput
          type="search"
          className={classes.search ?? ''}
          data-autofocus
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<SearchIcon />}
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            const first = found[0]?.components[0];
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined) return;
            event.preventDefault();
            onPick(first.uid);
          }}
        />
        {found.map((group) => (
          <Group key={group.label} group={group} onPick={onPick} />
        ))}
        <Text size="sm" c="dimmed" role="status">
          {found.length === 0 ? t('noneFound') : ''}
        </Text>
      </Stack>
    </Modal>
  );
}
