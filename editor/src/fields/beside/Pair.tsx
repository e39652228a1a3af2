// A field, and beside it, or below it in a narrow window, what another locale of the document has there. Typing renders none of it.
import { Button, Text } from '@mantine/core';
import { use } from 'react';
import { useTranslations } from 'use-intl';
import { BesideContext, sourcePathOf, type BesideProps } from '../../form/beside.ts';
import { useForm } from '../../form/FormContext.tsx';
import { isShared } from '../../form/isShared.ts';
import { isEmpty } from '../../form/makeNew.ts';
import { splitPath } from '../../form/paths.ts';
import { fieldId } from '../../form/revealField.ts';
import { MissingEntries } from './MissingEntries.tsx';
import classes from './Pair.module.css';
import { SourceValue } from './SourceValue.tsx';

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
            <div className={classes.heading}>
              <Text size="xs" c="dimmed">
                {localeName}
              </Text>
              {isCopied ? (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={t('copyNamed', { name: label, locale: localeName })}
                  onClick={() => {
                    form.setValue(name, value);
                  }}
                >
                  {t('copy')}
                </Button>
              ) : null}
            </div>
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
