// The header of a form: what it shows, whether it is saved, and what can be done with it.
import { Anchor, Group, Menu, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
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
import { CommentsButton, CommentsItem, type Comments } from '../comments/useComments.tsx';
import { HistoryButton, HistoryItem, type History } from '../history/HistoryButton.tsx';
import { LocaleItems, LocaleMenu } from '../locales/LocaleMenu.tsx';
import { PresenceAvatars } from '../PresenceAvatars.tsx';
import {
  ScheduleBadges,
  ScheduleButton,
  ScheduleItem,
  useScheduling,
  type Scheduling,
} from '../schedule/useScheduling.tsx';
import { PreviewButtons, PreviewItems } from '../preview/PreviewButtons.tsx';
import type { Preview } from '../preview/usePreview.ts';
import type { DocumentSaver } from '../saving/DocumentSaver.ts';
import { NewsOfOthers } from '../saving/NewsOfOthers.tsx';
import { SavingIndicator } from '../saving/SavingIndicator.tsx';
import { useDocumentMeta } from '../saving/useSavingState.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { SaveButtons, SaveDraftItem } from './SaveButtons.tsx';
import { UndoButtons, UndoItems, UndoShortcuts } from './Undo.tsx';
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
    <Title order={place === 'page' ? 1 : 2} size="h3" lineClamp={1} dir="auto" title={title}>
      {title}
    </Title>
  );
};

interface ActionProps extends Props {
  readonly scheduling: Scheduling;
}

/** Publish or Save, and a menu of everything else. */
const PhoneActions = ({
  form,
  saver,
  address,
  place,
  preview,
  history,
  comments,
  scheduling,
  onDeleted,
}: ActionProps) => {
  const locales = useLocales();
  const hasLocales = form.type.localized && place === 'page' && locales.length > 1;
  return (
    <>
      {form.readOnly ? null : <SaveButtons form={form} saver={saver} place={place} isPhone />}
      <MoreMenu
        {...{ form, saver, place, onDeleted }}
        hasItems={hasLocales || !form.readOnly || history.toggle !== undefined || comments.toggle !== undefined}
      >
        {form.readOnly ? null : (
          <>
            <SaveDraftItem form={form} saver={saver} />
            <UndoItems form={form} />
            <PreviewItems preview={preview} form={form} saver={saver} place={place} />
          </>
        )}
        <ScheduleItem {...scheduling} />
        <CommentsItem {...comments} />
        <HistoryItem history={history} saver={saver} />
        {hasLocales ? (
          <>
            <Menu.Divider />
            <LocaleItems address={address} form={form} saver={saver} />
            <Menu.Divider />
          </>
        ) : null}
      </MoreMenu>
    </>
  );
};

const Actions = ({ form, saver, address, place, preview, history, comments, scheduling, onDeleted }: ActionProps) => (
  <>
    {form.readOnly ? null : <UndoButtons form={form} />}
    {form.type.localized && place === 'page' ? <LocaleMenu address={address} form={form} saver={saver} /> : null}
    <PreviewButtons preview={preview} form={form} saver={saver} place={place} />
    <CommentsButton {...comments} />
    <HistoryButton history={history} saver={saver} />
    <ScheduleButton {...scheduling} />
    {form.readOnly ? null : <SaveButtons form={form} saver={saver} place={place} />}
    <MoreMenu form={form} saver={saver} place={place} onDeleted={onDeleted} />
  </>
);

/** Toolbars of texts stick below the header, which has one line or several. */
const publishHeight = (header: HTMLDivElement | null): (() => void) | undefined => {
  const form = header?.parentElement ?? null;
  if (header === null || form === null) return undefined;
  const observer = new ResizeObserver(() => {
    form.style.setProperty('--sticky-top', `${header.offsetHeight}px`);
  });
  observer.observe(header);
  return () => {
    observer.disconnect();
  };
};

export const DocumentHeader = (props: Props) => {
  const { form, saver, address, place } = props;
  const t = useTranslations('document');
  const { status } = useDocumentMeta(saver);
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const { type } = form;
  const scheduling = useScheduling(form, saver, address);
  return (
    <div ref={publishHeight} className={classes.header}>
      <div className={classes.titles}>
        {place === 'page' && type.kind === 'collectionType' ? (
          <Anchor
            component={Link}
            to={`/content/${type.name}`}
            search={(address.locale === undefined ? {} : { locale: address.locale }) as never}
            size="sm"
            className={classes.back}
          >
            <ArrowLeftIcon size={14} /> {type.plural}
          </Anchor>
        ) : null}
        <Group gap="sm" wrap="nowrap">
          <DocumentTitle form={form} place={place} />
          {type.draftAndPublish && status !== undefined ? <StatusBadge status={status} /> : null}
        </Group>
        {form.readOnly ? null : <SavingIndicator saver={saver} />}
        {type.stages === undefined ||
        form.readOnly ||
        form.documentId === undefined ||
        !saver.stored.exists() ? null : (
          <Suspense>
            <ReviewControls saver={saver} address={{ ...address, documentId: form.documentId }} />
          </Suspense>
        )}
        {scheduling.plans.length === 0 ? null : (
          <Group gap={4} mt={4}>
            <ScheduleBadges {...scheduling} />
          </Group>
        )}
        <NewsOfOthers form={form} saver={saver} />
      </div>
      <div className={classes.actions} role="toolbar" aria-label={t('actions')}>
        <PresenceAvatars form={form} saver={saver} />
        {form.readOnly ? null : <UndoShortcuts form={form} place={place} />}
        {isPhone ? <PhoneActions {...props} scheduling={scheduling} /> : <Actions {...props} scheduling={scheduling} />}
      </div>
      {scheduling.dialog}
    </div>
  );
};
