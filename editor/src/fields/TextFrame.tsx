// The frame of a text with a toolbar: its label, its uploads, and the count of its words. It can fill the window: its elements
// move to the end of the page, and keep their state.
import { Box, Group, Input, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ScreenFullIcon, ScreenNormalIcon } from '@primer/octicons-react';
import { use, useEffectEvent, useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { SavingStateContext } from '../form/FormContext.tsx';
import type { FrameProps } from '../form/useField.tsx';
import { ToolbarButton } from '../ui/ToolbarButton.tsx';
import { UploadList } from '../ui/UploadList.tsx';
import { TextCount } from './TextCount.tsx';
import classes from './TextFrame.module.css';
import { textKeys } from './textKeys.ts';

/** What may be opened above the field comes later in the same element. */
const lastPlace = (): Element => document.querySelector('[data-mantine-shared-portal-node]') ?? document.body;

/** The page below the field: nothing in it can get the focus meanwhile. */
const pageBelow = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('#root, .mantine-Drawer-root'),
];

type Props<Value> = ComponentProps<typeof TextCount<Value>> &
  ComponentProps<typeof UploadList> & {
    readonly label: string;
    readonly frameProps: FrameProps;
    /** Undefined: there is no bar above the text. */
    readonly toolbar: ReactNode;
    /** At the end of the bar. */
    readonly aside?: ReactNode;
    /** Called after the elements have moved, which takes the focus. */
    readonly onMove: () => void;
    readonly children: ReactNode;
  };

export const TextFrame = <Value,>(props: Props<Value>) => {
  const { label, frameProps, toolbar, aside, uploads, onMove, children, ...count } = props;
  const t = useTranslations('fields.writing');
  const savingState = use(SavingStateContext);
  const [isFull, { toggle }] = useDisclosure();
  const slot = useRef<HTMLDivElement>(null);
  const [host] = useState(() => document.createElement('div'));
  const moved = useEffectEvent(onMove);
  useLayoutEffect(() => {
    slot.current?.append(host);
    return () => host.remove();
  }, [host]);
  useLayoutEffect(() => {
    const place = slot.current;
    if (!isFull || place === null) return;
    const below = pageBelow().filter(({ inert }) => !inert);
    // The page must not become shorter and scroll.
    place.style.minHeight = `${place.offsetHeight}px`;
    lastPlace().append(host);
    for (const element of below) element.inert = true;
    moved();
    return () => {
      for (const element of below) element.inert = false;
      place.append(host);
      place.style.minHeight = '';
      moved();
    };
  }, [host, isFull]);

  const button = (
    <ToolbarButton
      label={t(isFull ? 'leaveFullScreen' : 'fullScreen')}
      {...(isFull ? { keys: textKeys.leaveFullScreen } : {})}
      onClick={toggle}
    >
      {isFull ? <ScreenNormalIcon /> : <ScreenFullIcon />}
    </ToolbarButton>
  );
  const content = (
    <div
      className={isFull ? classes.screen : undefined}
      {...(isFull ? { role: 'dialog', 'aria-modal': true, 'aria-label': label } : {})}
      onKeyDown={(event) => {
        // A dialog above it is in another place of the page.
        const isInside = event.target instanceof Element && host.contains(event.target);
        const isForOther = event.defaultPrevented || event.nativeEvent.isComposing || !isInside;
        if (!isFull || event.key !== 'Escape' || isForOther) return;
        event.stopPropagation();
        toggle();
      }}
    >
      {isFull ? (
        <Group className={classes.head ?? ''} wrap="nowrap" justify="space-between">
          <Text fw={600} truncate dir="auto">
            {label}
          </Text>
          <Group gap="xs" wrap="nowrap">
            {savingState}
            {button}
          </Group>
        </Group>
      ) : null}
      <div className={isFull ? classes.page : undefined}>
        <div className={classes.frame} data-error={frameProps.error === undefined ? undefined : true}>
          {toolbar === undefined ? null : (
            <div className={classes.bar}>
              {toolbar}
              <Group gap={2} wrap="nowrap">
                {aside}
                {isFull ? null : button}
              </Group>
            </div>
          )}
          {children}
          <Box px="md">
            <UploadList uploads={uploads} />
          </Box>
          <TextCount {...count} />
        </div>
      </div>
    </div>
  );
  return (
    <Input.Wrapper {...frameProps}>
      <div ref={slot}>{createPortal(content, host)}</div>
    </Input.Wrapper>
  );
};
