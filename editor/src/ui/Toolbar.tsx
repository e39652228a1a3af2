// A row of buttons that is one stop of the Tab key; the arrow keys go from button to button.
import { Group } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };

export const Toolbar = ({ label, children }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const buttons = (): readonly HTMLButtonElement[] => [
    ...(element.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
  ];
  useEffect(() => {
    const all = buttons();
    const stop = Math.min(current, all.length - 1);
    for (const [index, button] of all.entries()) button.tabIndex = index === stop ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const all = buttons();
    const at = all.findIndex((button) => button === event.target);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const isReversed = Number.isFinite(step) && getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = Math.min(Math.max(at + (isReversed ? -step : step), 0), all.length - 1);
    setCurrent(next);
    all[next]?.focus();
  };
  return (
    <Group
      ref={element}
      gap={2}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      // The text keeps its selection while a button is pressed.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Group>
  );
};
