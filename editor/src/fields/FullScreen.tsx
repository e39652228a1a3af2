// A field that can fill the window. Its elements move to the end of the page, and keep their state.
import { Group, Text } from '@mantine/core';
import { ScreenFullIcon, ScreenNormalIcon } from '@primer/octicons-react';
import { use, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { SavingStateContext } from '../form/FormContext.tsx';
import { ToolbarButton } from '../ui/ToolbarButton.tsx';
import classes from './FullScreen.module.css';
import { textKeys } from './textKeys.ts';

export interface FullScreenState {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** What may be opened above the field comes later in the same element. */
const lastPlace = (): Element => document.querySelector('[data-mantine-shared-portal-node]') ?? document.body;

/** The page below the field: nothing in it can get the focus meanwhile. */
const pageBelow = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('#root, .mantine-Drawer-root'),
];

interface Props {
  readonly label: string;
  readonly state: FullScreenState;
  /** Called after a move, which takes the focus. */
  readonly onMove: () => void;
  readonly children: ReactNode;
}

export const useFullScreen = (): FullScreenState => {
  const [isOn, setIsOn] = useState(false);
  return {
    isOn,
    toggle: () => {
      setIsOn(!isOn);
    },
  };
};

export const FullScreenButton = ({ isOn, toggle }: FullScreenState) => {
  const t = useTranslations('fields.writing');
  return (
    <ToolbarButton
      label={t(isOn ? 'leaveFullScreen' : 'fullScreen')}
      {...(isOn ? { keys: textKeys.leaveFullScreen } : {})}
      onClick={toggle}
    >
      {isOn ? <ScreenNormalIcon /> : <ScreenFullIcon />}
    </ToolbarButton>
  );
};

export const FullScreen = ({ label, state, onMove, children }: Props) => {
  const { isOn, toggle } = state;
  const savingState = use(SavingStateContext);
  const slot = useRef<HTMLDivElement>(null);
  const [host] = useState(() => document.createElement('div'));
  const moved = useRef(onMove);
  useEffect(() => {
    moved.current = onMove;
  });
  useLayoutEffect(() => {
    slot.current?.append(host);
    return () => {
      host.remove();
    };
  }, [host]);
  useLayoutEffect(() => {
    const place = slot.current;
    if (!isOn || place === null) return;
    const below = pageBelow().filter(({ inert }) => !inert);
    // The page must not become shorter and scroll.
    place.style.minHeight = `${place.offsetHeight}px`;
    lastPlace().append(host);
    for (const element of below) element.inert = true;
    moved.current();
    return () => {
      for (const element of below) element.inert = false;
      place.append(host);
      place.style.minHeight = '';
      moved.current();
    };
  }, [host, isOn]);

  return (
    <div ref={slot}>
      {createPortal(
        <div
          className={isOn ? classes.screen : undefined}
          {...(isOn ? { role: 'dialog', 'aria-modal': true, 'aria-label': label } : {})}
          onKeyDown={(event) => {
            // A dialog above it is in another place of the page.
            const isInside = event.target instanceof Element && host.contains(event.target);
            const isForOther = event.defaultPrevented || event.nativeEvent.isComposing || !isInside;
            if (!isOn || event.key !== 'Escape' || isForOther) return;
            event.stopPropagation();
            toggle();
          }}
        >
          {isOn ? (
            <Group className={classes.head ?? ''} wrap="nowrap" justify="space-between">
              <Text fw={600} truncate dir="auto">
                {label}
              </Text>
              <Group gap="xs" wrap="nowrap">
                {savingState}
                <FullScreenButton {...state} />
              </Group>
            </Group>
          ) : null}
          <div className={isOn ? classes.page : undefined}>{children}</div>
        </div>,
        host,
      )}
    </div>
  );
};
