// What a list without documents says, and what to do next.
import { Button, Code } from '@mantine/core';
import { AlertIcon, PencilIcon, SearchIcon } from '@primer/octicons-react';
import { useTranslations } from 'use-intl';
import { useEditor, grantOf, useMay } from '../api/editor.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { everythingRead, isNarrowed, unreadableParts } from './listState.ts';
import classes from './lists.module.css';
import { NewDocumentButton } from './NewDocumentButton.tsx';
import { useList } from './useList.ts';

export const EmptyList = () => {
  const { type, state, change } = useList();
  const t = useTranslations('lists.empty');
  const may = useMay();
  const grant = grantOf(useEditor(), 'update', type.uid);
  const isOwnOnly = typeof grant === 'object' && grant.own === true;
  const clear = () => change({ q: '', status: undefined, conditions: [], unreadable: everythingRead });
  const unreadable = unreadableParts(state);
  if (unreadable.length > 0)
    return (
      <div className={classes.scroller}>
        <EmptyState
          Icon={AlertIcon}
          title={t('unreadable')}
          text={
            <>
              <p>{t('unreadableText', { count: unreadable.length })}</p>
              {unreadable.map((part, index) => (
                <p key={index} dir="auto">
                  <Code>{part}</Code>
                </p>
              ))}
            </>
          }
          action={
            <Button variant="default" onClick={() => change({ unreadable: everythingRead })}>
              {t('withoutUnreadable', { count: unreadable.length })}
            </Button>
          }
        />
      </div>
    );
  return (
    <div className={classes.scroller}>
      {isNarrowed(state) ? (
        <EmptyState
          Icon={SearchIcon}
          title={t('notFound')}
          text={t('notFoundText')}
          action={
            <Button variant="default" onClick={clear}>
              {t('clear')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          Icon={PencilIcon}
          title={t('nothingYet', { name: type.plural })}
          text={isOwnOnly ? t('ownOnly') : undefined}
          action={
            may('create', type.uid) ? (
              <NewDocumentButton type={type} locale={state.locale}>
                {t('first')}
              </NewDocumentButton>
            ) : undefined
          }
        />
      )}
    </div>
  );
};
