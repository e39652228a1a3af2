// A field, and beside it, or below it in a narrow window, what another locale of the document has there. Typing renders none of it.
import { Box, Group, Text } from '@mantine/core';
import { lazy, use } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { BesideContext, sourcePathOf, type BesideProps } from '../../form/beside.ts';
import { useForm } from '../../form/FormContext.tsx';
import { isShared } from '../../form/isShared.ts';
import { isEmpty } from '../../form/makeNew.ts';
import { splitPath } from '../../form/paths.ts';
import { fieldId } from '../../form/revealField.ts';
import type { LinkedDocument, LinkedFile } from '../../form/types.ts';
import type { Attribute } from '../../schema/types.ts';
import { FileThumbnail } from '../../ui/FileThumbnail.tsx';
import { CopyButton, MissingEntries } from './MissingEntries.tsx';
import classes from './Pair.module.css';

const BlocksText = lazy(() => import('../BlocksField/BlocksText.tsx'));

interface SourceValueProps {
  readonly id: string;
  readonly label: string;
  readonly attribute: Attribute;
  /** Not undefined. */
  readonly value: unknown;
  readonly lang: string | undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The value of an attribute in the other locale, to read. */
const SourceValue = ({ id, label, attribute: { type }, value, lang }: SourceValueProps) => {
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
      <Group className={classes.value ?? ''} gap="sm" align="flex-start">
        {(listOf(value) as readonly LinkedFile[]).map((file, index) => (
          <Box key={index} w="6rem" fz="xs">
            <FileThumbnail file={file} />
            {file.name}
          </Box>
        ))}
      </Group>
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

export default function Pair({ name, label, attribute, readOnly, children }: BesideProps) {
  const t = useTranslations('form.beside');
  const form = useForm();
  const beside = use(BesideContext);
  if (beside === undefined) return children;
  const { source, localeName } = beside;
  const path = sourcePathOf(form.getValues(), source.getValues(), name);
  // What all locales share is the same there.
  const value = path === undefined || isShared(form, splitPath(name)[0] ?? '') ? undefined : source.getValue(path);
  if (attribute.type === 'component' || attribute.type === 'dynamiczone')
    return (
      <>
        {children}
        <MissingEntries {...{ name, attribute, readOnly, localeName }} source={value} />
      </>
    );
  const isCopied = !readOnly && !isEmpty(value) && attribute.type !== 'uid' && attribute.unique !== true;
  return (
    <div className={classes.pair}>
      <div className={classes.columns}>
        <div>{children}</div>
        {value === undefined || path === undefined ? null : (
          <div role="group" aria-label={t('of', { name: label, locale: localeName })}>
            <Group justify="space-between" gap="xs" wrap="nowrap" mih="1.4rem">
              <Text size="xs" c="dimmed">
                {localeName}
              </Text>
              {isCopied ? (
                <CopyButton name={label} localeName={localeName} onCopy={() => form.setValue(name, value)} />
              ) : null}
            </Group>
            <SourceValue
              {...{ attribute, value }}
              id={fieldId(source, path)}
              label={t('of', { name: label, locale: localeName })}
              lang={source.locale}
            />
          </div>
        )}
      </div>
    </div>
  );
}
