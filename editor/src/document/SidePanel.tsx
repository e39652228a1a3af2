// The frame of what is beside a form. It takes the focus, and gives it back when it is closed.
import { CloseButton, Group, Title } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { focusMenu } from './header/useHeaderWidth.ts';
import classes from './SidePanel.module.css';

interface Props {
  readonly title: string;
  /** In CSS. */
  readonly width: string;
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** Below the title. */
  readonly choices?: ReactNode;
  /** What the text in it is about: another topic gives the focus to that text. */
  readonly topic?: string | undefined;
  /** Whether the focus stays where it is. */
  readonly isQuiet?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const SidePanel = ({ title, width, tools, choices, topic, isQuiet = false, onClose, children }: Props) => {
  const common = useTranslations('common');
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const screen = panel.current?.parentElement;
    return () => {
      // With the screen, the panel leaves the focus to the next one.
      if (screen?.isConnected !== true) return;
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      focusMenu();
    };
  }, []);
  useEffect(() => {
    const text = topic === undefined ? undefined : panel.current?.querySelector('textarea');
    if (!isQuiet) (text ?? panel.current)?.focus();
  }, [topic, isQuiet]);
  const closeByEscape = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    // A dialog above the panel, and an open list in it, have the key for themselves.
    const isOwn = target instanceof Element && panel.current?.contains(target) === true;
    if (key === 'Escape' && !defaultPrevented && isOwn && target.ariaExpanded !== 'true') onClose();
  };
  return (
    <aside
      ref={panel}
      className={classes.panel}
      style={{ flexBasis: width }}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={closeByEscape}
    >
      <div className={classes.header}>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Group gap="xs" wrap="nowrap">
            {tools}
            <CloseButton aria-label={common('close')} onClick={onClose} />
          </Group>
        </Group>
        {choices === undefined ? null : <Group gap="xs">{choices}</Group>}
      </div>
      {children}
    </aside>
  );
};
