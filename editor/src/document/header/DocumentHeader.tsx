// The header of a form: what it shows, whether it is saved, and what can be done with it.
import { ActionIcon, Group, Menu, Title, Tooltip } from '@mantine/core';
import { ArrowLeftIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useLocales } from '../../api/locales.ts';
import { useFormState } from '../../form/FormContext.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts';
import type { Comments } from '../comments/useComments.ts';
import { LocaleItems, LocaleMenu } from '../locales/LocaleMenu.tsx';
import { PresenceAvatars } from '../PresenceAvatars.tsx';
import type { Preview } from '../preview/usePreview.ts';
import { NewsOfOthers } from '../saving/NewsOfOthers.tsx';
import { SavingIndicator } from '../saving/SavingIndicator.tsx';
import { ScheduleBadges, useScheduling, type Scheduling } from '../schedule/useScheduling.tsx';
import { useDocument } from '../useDocument.ts';
import { ActionButton, ActionItem, type HeaderAction } from './HeaderAction.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { SaveButtons, SaveDraftItem } from './SaveButtons.tsx';
import { useHeaderActions } from './useHeaderActions.ts';
import { useHeaderWidth, type HeaderWidth } from './useHeaderWidth.ts';
import classes from './DocumentHeader.module.css';

const ReviewControls = lazy(() => import('../review/ReviewControls.tsx'));

interface Props {
  readonly preview: Preview;
  readonly comments: Comments;
  readonly onDeleted: () => void;
}

/** Renders alone at each key in the attribute that is the title. */
const DocumentTitle = () => {
  const t = useTranslations('document');
  const { form, place } = useDocument();
  const { mainAttribute, displayName, kind } = form.type;
  const value = useFormState(form, (state) => state.getValue(mainAttribute));
  const named = typeof value === 'string' && value.trim() !== '';
  const fallback =
    kind === 'singleType' ? displayName : t(form.documentId === undefined ? 'new' : 'untitled', { type: displayName });
  const title = kind === 'collectionType' && named ? value : fallback;
  useDocumentTitle(place === 'page' ? title : undefined);
  return (
    <Title order={place === 'page' ? 1 : 2} size="h4" dir="auto" className={classes.title}>
      {title}
    </Title>
  );
};

interface ActionProps extends Props {
  readonly scheduling: Scheduling;
  readonly width: HeaderWidth;
}

/** What publishes, as many actions as there is room for, and a menu of the others. */
const Actions = ({ scheduling, width, preview, comments, onDeleted }: ActionProps) => {
  const t = useTranslations('common');
  const locales = useLocales();
  const { form, place } = useDocument();
  const { undo, beside, inWindow } = useHeaderActions(preview, comments);
  const others = [...inWindow, ...scheduling.actions];
  const layouts: Readonly<Record<HeaderWidth, readonly [readonly HeaderAction[], readonly HeaderAction[]]>> = {
    wide: [[...undo, ...beside, ...others], []],
    medium: [beside, [...undo, ...others]],
    narrow: [[], [...undo, ...beside, ...others]],
  };
  const [buttons, items] = layouts[width];
  const isNarrow = width === 'narrow';
  const hasLocales = form.type.localized && place === 'page' && locales.length > 1;
  return (
    <Group gap={isNarrow ? 4 : 'xs'} ms="auto" wrap="nowrap" role="toolbar" aria-label={t('actions')}>
      {hasLocales && !isNarrow ? <LocaleMenu /> : null}
      {buttons.map((action) => (
        <ActionButton key={action.itemLabel ?? action.label} action={action} />
      ))}
      {form.readOnly ? null : <SaveButtons isNarrow={isNarrow} />}
      <MoreMenu onDeleted={onDeleted}>
        {items.length > 0 || (isNarrow && (hasLocales || !form.readOnly)) ? (
          <>
            {isNarrow && !form.readOnly ? <SaveDraftItem /> : null}
            {items.map((action) => (
              <ActionItem key={action.itemLabel ?? action.label} action={action} />
            ))}
            {isNarrow && hasLocales ? (
              <>
                <Menu.Divider />
                <LocaleItems />
                <Menu.Divider />
              </>
            ) : null}
          </>
        ) : null}
      </MoreMenu>
    </Group>
  );
};

/** In one line: the status, the stage, who else is here, and whether all is saved. What says most keeps its width. */
const State = () => {
  const { form, saver, status, isStored } = useDocument();
  const { type, readOnly } = form;
  return (
    <Group gap="sm" mih="1.875rem" wrap="nowrap">
      {type.draftAndPublish && status !== undefined ? <StatusBadge status={status} /> : null}
      {type.stages !== undefined && !readOnly && isStored ? (
        <Suspense>
          <ReviewControls saver={saver} address={form} />
        </Suspense>
      ) : null}
      <PresenceAvatars />
      {readOnly ? null : <SavingIndicator saver={saver} className={classes.saving} />}
    </Group>
  );
};

export const DocumentHeader = (props: Props) => {
  const { form, saver, place } = useDocument();
  const { type, locale } = form;
  const { width, ref } = useHeaderWidth();
  const scheduling = useScheduling();
  return (
    <div ref={ref} className={classes.header} data-width={width}>
      <div className={classes.top}>
        {place === 'page' && type.kind === 'collectionType' ? (
          <Tooltip label={type.plural}>
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={type.plural}
              component={Link}
              to={`/content/${type.name}`}
              search={(locale === undefined ? {} : { locale }) as never}
            >
              <ArrowLeftIcon />
            </ActionIcon>
          </Tooltip>
        ) : null}
        <DocumentTitle />
        <Actions {...props} width={width} scheduling={scheduling} />
      </div>
      <State />
      {scheduling.plans.length === 0 ? null : (
        <Group gap={4}>
          <ScheduleBadges {...scheduling} />
        </Group>
      )}
      <NewsOfOthers form={form} saver={saver} />
      {scheduling.dialog}
    </div>
  );
};
