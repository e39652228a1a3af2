// Shows in what two versions differ: texts by word, lists by entry, pictures as thumbnails, relations by their titles.
import { Badge, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { invalidJsonOf } from '../../form/jsonText.ts';
import type { FormValue } from '../../form/types.ts';
import type { Attribute } from '../../schema/types.ts';
import { dateFormats } from '../../ui/dateFormats.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import { describeValue } from '../saving/describeValue.ts';
import { diffWords } from '../saving/diffWords.ts';
import { excerptsOf } from '../saving/excerpts.ts';
import type { Difference, EntryChange, EntryDifference, Link, NamedDifference } from './compareValues.ts';
import { inlineParts } from './inlineParts.ts';
import classes from './history.module.css';

/** Marks what only one of the versions has. */
const Side = ({ side, children }: { readonly side: 'from' | 'to'; readonly children: ReactNode }) =>
  side === 'from' ? <del className={classes.removed}>{children}</del> : <ins className={classes.added}>{children}</ins>;

/** What the marks mean. */
export const Legend = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const t = useTranslations('document.history');
  return (
    <Text size="xs" c="dimmed">
      <Side side="from">{t('onlyIn', { side: from })}</Side> <Side side="to">{t('onlyIn', { side: to })}</Side>
    </Text>
  );
};

const useValueText = (): ((attribute: Attribute, value: FormValue) => string) => {
  const t = useTranslations('lists');
  const format = useFormatter();
  return ({ type }, value) => {
    if (value === null || value === undefined) return '';
    if (invalidJsonOf(value) !== undefined) return describeValue(value);
    if (type === 'boolean') return value === true ? t('yes') : t('no');
    const text = type === 'json' ? describeValue(value, []) : describeValue(value);
    const dateFormat = dateFormats[type];
    const date = new Date(text);
    if (dateFormat !== undefined && !Number.isNaN(date.getTime())) return format.dateTime(date, dateFormat);
    return type === 'time' ? text.slice(0, 8) : text;
  };
};

const ValueDifference = ({ attribute, from, to }: Extract<Difference, { kind: 'value' }>) => {
  const t = useTranslations('document.history');
  const textOf = useValueText();
  const [before, after] = [textOf(attribute, from), textOf(attribute, to)];
  const parts = useMemo(() => inlineParts(diffWords(...excerptsOf(before, after))), [before, after]);
  if (before === after)
    return (
      <Text size="sm" c="dimmed">
        {t('sameText')}
      </Text>
    );
  return (
    <Text component="div" size="sm" dir="auto" className={classes.value}>
      {parts.map(({ text, side }, index) =>
        side === undefined ? (
          text
        ) : (
          <Side key={index} side={side}>
            {text}
          </Side>
        ),
      )}
    </Text>
  );
};

/** @returns the links that only one list has, with that list */
const onlyInOne = (from: readonly Link[], to: readonly Link[]): readonly (readonly ['from' | 'to', Link])[] => {
  const isIn = (links: readonly Link[], link: Link) => links.some(({ documentId }) => documentId === link.documentId);
  return [
    ...from.filter((link) => !isIn(to, link)).map((link) => ['from', link] as const),
    ...to.filter((link) => !isIn(from, link)).map((link) => ['to', link] as const),
  ];
};

/** Files with their pictures, or documents by their titles. */
const LinksDifference = ({ from, to }: Extract<Difference, { kind: 'links' }>) => {
  const t = useTranslations('document.history');
  const differing = onlyInOne(from, to);
  if (differing.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('otherOrder')}
      </Text>
    );
  return (
    <ul className={classes.links}>
      {differing.map(([side, link]) => (
        <li key={`${side} ${link.documentId}`} data-side={side}>
          {'mime' in link ? <FileThumbnail file={link} width={160} /> : null}
          <Text component="span" size="sm" dir="auto">
            <Side side={side}>{'label' in link ? link.label : link.name}</Side>
          </Text>
        </li>
      ))}
    </ul>
  );
};

const Change = ({ change }: { readonly change: EntryChange }) => {
  const t = useTranslations('document.history.changes');
  if (change === 'changed') return null;
  return (
    <Badge variant="default" size="sm">
      {t(change)}
    </Badge>
  );
};

const Parts = ({ parts }: { readonly parts: readonly NamedDifference[] }) =>
  parts.map(({ name, label, difference }) => (
    <div key={name} className={classes.part}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <DifferenceView difference={difference} />
    </div>
  ));

const EntryView = ({ label, change, parts }: EntryDifference) => (
  <li className={classes.entry}>
    <div className={classes.entryTitle}>
      <Text size="sm" fw={500} dir="auto">
        {label}
      </Text>
      <Change change={change} />
    </div>
    <Parts parts={parts} />
  </li>
);

export const DifferenceView = ({ difference }: { readonly difference: Difference }): ReactNode => {
  switch (difference.kind) {
    case 'value':
      return <ValueDifference {...difference} />;
    case 'links':
      return <LinksDifference {...difference} />;
    case 'component':
      return (
        <div className={classes.entry}>
          <Change change={difference.change} />
          <Parts parts={difference.parts} />
        </div>
      );
    case 'entries':
      return (
        <ul className={classes.entries}>
          {difference.entries.map((entry) => (
            <EntryView {...entry} key={entry.key} />
          ))}
        </ul>
      );
  }
};
