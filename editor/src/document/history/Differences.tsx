// Shows in what two versions differ: texts by word, lists by entry, pictures as thumbnails, relations by their titles.
import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { EntryChange, EntryDifference } from '../../../../lib/schema/differences.ts';
import { isObject } from '../../../../lib/schema/jsonValues.ts';
import { entryTitle } from '../../form/entryTitle.ts';
import { invalidJsonOf } from '../../form/jsonText.ts';
import type { Entry, FormValue, LinkedDocument, LinkedFile } from '../../form/types.ts';
import { attributeLabel } from '../../schema/attributeLabel.ts';
import { useSchema } from '../../api/schema.ts';
import { kindOf } from '../../schema/kindOf.ts';
import type { Attribute } from '../../schema/types.ts';
import { dateFormats } from '../../ui/dateFormats.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import { describeValue } from '../saving/describeValue.ts';
import { diffWords } from '../saving/diffWords.ts';
import { excerptsOf } from '../saving/excerpts.ts';
import type { Difference } from './compareVersions.ts';
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

const ValueDifference = ({ attribute, from, to }: Difference) => {
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

type Link = LinkedFile | LinkedDocument;

/** @returns the links that only one list has, with that list */
const onlyInOne = (from: readonly Link[], to: readonly Link[]): readonly (readonly ['from' | 'to', Link])[] => {
  const isIn = (links: readonly Link[], link: Link) => links.some(({ documentId }) => documentId === link.documentId);
  return [
    ...from.filter((link) => !isIn(to, link)).map((link) => ['from', link] as const),
    ...to.filter((link) => !isIn(from, link)).map((link) => ['to', link] as const),
  ];
};

/** The values of links, see `FormValue`. */
const linksOf = (value: FormValue): readonly Link[] => [(value ?? []) as Link | readonly Link[]].flat();

/** Files with their pictures, or documents by their titles. */
const LinksDifference = ({ from, to }: Difference) => {
  const t = useTranslations('document.history');
  const differing = onlyInOne(linksOf(from), linksOf(to));
  if (differing.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('otherOrder')}
      </Text>
    );
  return (
    <Group component="ul" gap="xs" align="stretch" m={0} p={0} className={classes.links}>
      {differing.map(([side, link]) => (
        <Box component="li" display="block" key={`${side} ${link.documentId}`} data-side={side}>
          {'mime' in link ? <FileThumbnail file={link} width={160} /> : null}
          <Text component="span" size="sm" dir="auto">
            <Side side={side}>{'label' in link ? link.label : link.name}</Side>
          </Text>
        </Box>
      ))}
    </Group>
  );
};

/** What happened to an entry, or to a component that is alone, as a whole. */
const Change = ({ change }: { readonly change: EntryChange }) => {
  const t = useTranslations('document.history.changes');
  return change === 'changed' ? null : (
    <Badge variant="default" size="sm">
      {t(change)}
    </Badge>
  );
};

const labelOf = ({ name, attribute }: Difference): string => attributeLabel({ [name]: attribute }, name);

const Parts = ({ parts }: { readonly parts: readonly Difference[] }) =>
  parts.map((part) => (
    <div key={part.name} className={classes.part}>
      <Text size="xs" c="dimmed">
        {labelOf(part)}
      </Text>
      <DifferenceView difference={part} />
    </div>
  ));

interface EntryProps {
  readonly attribute: Attribute;
  readonly difference: EntryDifference<Attribute>;
}

const EntryView = ({ attribute, difference: { present, change, parts } }: EntryProps) => {
  const { components } = useSchema();
  const entry = present.entry as Entry;
  const component = components.get(entry.__component ?? attribute.component ?? '');
  const title = component === undefined ? undefined : entryTitle(component, entry);
  return (
    <Box component="li" display="block" className={classes.entry}>
      <Group justify="space-between" gap="sm" wrap="nowrap" mb={4}>
        <Text size="sm" fw={500} dir="auto">
          {[component?.displayName, title].filter((name) => name !== undefined).join(': ')}
        </Text>
        <Change change={change} />
      </Group>
      <Parts parts={parts} />
    </Box>
  );
};

const linkKinds: ReadonlySet<string> = new Set(['file', 'files', 'relation']);

const DifferenceView = ({ difference }: { readonly difference: Difference }): ReactNode => {
  const { attribute, from, to, parts, entries } = difference;
  if (parts !== undefined)
    return (
      <div className={classes.entry}>
        <Change change={!isObject(from) ? 'added' : !isObject(to) ? 'removed' : 'changed'} />
        <Parts parts={parts} />
      </div>
    );
  if (entries !== undefined)
    return (
      <Stack component="ul" gap="xs" m={0} p={0}>
        {entries.map((entry, index) => (
          <EntryView key={index} attribute={attribute} difference={entry} />
        ))}
      </Stack>
    );
  return linkKinds.has(kindOf(attribute)) ? <LinksDifference {...difference} /> : <ValueDifference {...difference} />;
};

interface SectionProps {
  readonly difference: Difference;
  readonly titleOrder: 3 | 4;
  /** @returns what is beside the title, which is the label of the attribute */
  readonly action?: (label: string) => ReactNode;
}

/** An attribute of the document, and in what its values differ. */
export const DifferenceSection = ({ difference, titleOrder, action }: SectionProps) => {
  const label = labelOf(difference);
  return (
    <section className={classes.field} aria-label={label}>
      <Group justify="space-between" gap="sm" wrap="nowrap" mb={4}>
        <Title order={titleOrder} size="sm">
          {label}
        </Title>
        {action?.(label)}
      </Group>
      <DifferenceView difference={difference} />
    </section>
  );
};
