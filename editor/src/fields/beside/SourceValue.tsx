// The value of an attribute in the other locale, to read.
import { Text } from '@mantine/core';
import { lazy } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { isEmpty } from '../../form/makeNew.ts';
import type { LinkedDocument, LinkedFile } from '../../form/types.ts';
import type { Attribute } from '../../schema/types.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import classes from './Pair.module.css';

const BlocksText = lazy(() => import('../BlocksField/BlocksText.tsx'));

interface Props {
  readonly id: string;
  readonly label: string;
  readonly attribute: Attribute;
  /** Not undefined. */
  readonly value: unknown;
  readonly lang: string | undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

export const SourceValue = ({ id, label, attribute: { type }, value, lang }: Props) => {
  const t = useTranslations('form');
  const format = useFormatter();
  if (isEmpty(value))
    return (
      <Text className={classes.value ?? ''} c="dimmed">
        {t('empty')}
      </Text>
    );
  if (type === 'blocks')
    return (
      <div className={classes.blocks}>
        <BlocksText {...{ id, label, lang }} value={listOf(value)} />
      </div>
    );
  if (type === 'media')
    return (
      <div className={`${classes.value} ${classes.files}`}>
        {(listOf(value) as readonly LinkedFile[]).map((file, index) => (
          <div key={index} className={classes.file}>
            <FileThumbnail file={file} />
            {file.name}
          </div>
        ))}
      </div>
    );
  const text =
    type === 'relation'
      ? (value as readonly LinkedDocument[]).map((link) => link.label).join('\n')
      : type === 'boolean'
        ? t(`boolean.${value === true ? 'true' : 'false'}`)
        : type === 'datetime'
          ? format.dateTime(new Date(String(value)), { dateStyle: 'medium', timeStyle: 'short' })
          : typeof value === 'string'
            ? value
            : JSON.stringify(value, undefined, 2);
  return (
    <div className={`${classes.value} ${classes.text}`} dir="auto" lang={lang}>
      {text}
    </div>
  );
};
