// The header of a form: what it shows, whether it is saved, and what can be done with it.
import { ActionIcon, Menu, Title, Tooltip } from '@mantine/core';
import { ArrowLeftIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { DocumentAddress } from '../../api/document.ts';
import { useLocales } from '../../api/locales.ts';
import { useFormState } from '../../form/FormContext.tsx';
import type { DocumentForm } from '../../form/formStore.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts';
import type { Place } from '../LoaderProps.ts';
import { useCommentsAction, type Comments } from '../comments/useComments.ts';
import { useHistoryAction, type History } from '../history/useHistory.ts';
import { LocaleItems, LocaleMenu } from '../locales/LocaleMenu.tsx';
import { PresenceAvatars } from '../PresenceAvatars.tsx';
import { ScheduleBadges, useScheduleAction, useScheduling, type Scheduling } from '../schedule/useScheduling.tsx';
import { usePreviewActions } from '../preview/usePreviewActions.ts';
import type { Preview } from '../preview/usePreview.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { NewsOfOthers } from '../saving/NewsOfOthers.tsx';
import { SavingIndicator } from '../saving/SavingIndicator.tsx';
import { useDocumentMeta } from '../saving/useSavingState.ts';
import { ActionButton, ActionItem, type HeaderAction } from './HeaderAction.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { SaveButtons, SaveDraftItem } from './SaveButtons.tsx';
import { useHeaderWidth, type HeaderWidth } from './useHeaderWidth.ts';
import { useUndoActions } from './useUndoActions.ts';
import classes from './DocumentHeader.module.css';

const ReviewControls = lazy(() => import('../review/ReviewControls.tsx'));

interface Props {
  readonly form: DocumentForm;
  readonly saver: DocumentSaver;
  readonly address: DocumentAddress;
  readonly place: Place;
  readonly preview: Preview;
  readonly history: History;
  readonly comments: Comments;
  readonly onDeleted: () => void;
}

const useTitle = (form: DocumentForm, place: Place): string => {
  const t = useTranslations('document');
  const { mainAttribute, displayName, kind } = form.type;
  const value = useFormState(form, (state) => state.getValue(mainAttribute));
  const named = typeof value === 'string' && value.trim() !== '';
  const fallback =
    kind === 'singleType' ? displayName : t(form.documentId === undefined ? 'new' : 'untitled', { type: displayName });
  const title = kind === 'collectionType' && named ? value : fallback;
  useDocumentTitle(place === 'page' ? title : undefined);
  return title;
};

/** Renders alone at each key in the attribute that is the title. */
const DocumentTitle = ({ form, place }: Pick<Props, 'form' | 'place'>) => {
  const title = useTitle(form, place);
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
const Actions = ({ scheduling, width, ...props }: ActionProps) => {
  const { form, saver, address, place, onDeleted } = props;
  const t = useTranslations('document');
  const locales = useLocales();
  const undo = useUndoActions(form, place);
  const preview = usePreviewActions(props);
  const comments = useCommentsAction(props.comments);
  const history = useHistoryAction(props.history, saver);
  const schedule = useScheduleAction(scheduling);
  const isDefined = (action: HeaderAction | undefined): action is HeaderAction => action !== undefined;
  const beside = [preview.beside, comments, history].filter(isDefined);
  const others = [preview.inWindow, schedule].filter(isDefined);
  const layouts: Readonly<Record<HeaderWidth, readonly [readonly HeaderAction[], readonly HeaderAction[]]>> = {
    wide: [[...undo, ...beside, ...others], []],
    medium: [beside, [...undo, ...others]],
    narrow: [[], [...undo, ...beside, ...others]],
  };
  const [buttons, items] = layouts[width];
  const isNarrow = width === 'narrow';
  const hasLocales = form.type.localized && place === 'page' && locales.length > 1;
  return (
    <div className={classes.actions} role="toolbar" aria-label={t('actions')}>
      {hasLocales && !isNarrow ? <LocaleMenu address={address} form={form} saver={saver} /> : null}
      {buttons.map((action) => (
        <ActionButton key={action.itemLabel ?? action.label} action={action} />
      ))}
      {form.readOnly ? null : (
        <SaveButtons form={form} saver={saver} address={address} place={place} isNarrow={isNarrow} />
      )}
      <MoreMenu
        {...{ form, saver, place, onDeleted }}
        hasItems={items.length > 0 || (isNarrow && (hasLocales || !form.readOnly))}
      >
        {isNarrow && !form.readOnly ? <SaveDraftItem form={form} saver={saver} /> : null}
        {items.map((action) => (
          <ActionItem key={action.itemLabel ?? action.label} action={action} />
        ))}
        {isNarrow && hasLocales ? (
          <>
            <Menu.Divider />
            <LocaleItems address={address} form={form} saver={saver} />
            <Menu.Divider />
          </>
        ) : null}
      </MoreMenu>
    </div>
  );
};

/** In one line: the status, the stage, who else is here, and whether all is saved. */
const State = ({ form, saver, address }: Pick<Props, 'form' | 'saver' | 'address'>) => {
  const { status } = useDocumentMeta(saver);
  const { type, documentId, readOnly } = form;
  const hasStages = type.stages !== undefined && !readOnly && documentId !== undefined && saver.stored.exists();
  return (
    <div className={classes.state}>
      {type.draftAndPublish && status !== undefined ? <StatusBadge status={status} /> : null}
      {hasStages ? (
        <Suspense>
          <ReviewControls saver={saver} address={{ ...address, documentId }} />
        </Suspense>
      ) : null}
      <PresenceAvatars form={form} saver={saver} />
      {readOnly ? null : <SavingIndicator saver={saver} className={classes.saving} />}
    </div>
  );
};

export const DocumentHeader = (props: Props) => {
  const { form, saver, address, place } = props;
  const { type } = form;
  const { width, ref } = useHeaderWidth();
  const scheduling = useScheduling(form, saver, address);
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
              search={(address.locale === undefined ? {} : { locale: address.locale }) as never}
            >
              <ArrowLeftIcon />
            </ActionIcon>
          </Tooltip>
        ) : null}
        <DocumentTitle form={form} place={place} />
        <Actions {...props} width={width} scheduling={scheduling} />
      </div>
      <State form={form} saver={saver} address={address} />
      {scheduling.plans.length === 0 ? null : (
        <div className={classes.plans}>
          <ScheduleBadges {...scheduling} />
        </div>
      )}
      <NewsOfOthers form={form} saver={saver} />
      {scheduling.dialog}
    </div>
  );
};
