// The field of an attribute whose `customField` the project brings a component for. If that fails, the usual field is there.
import { Input, Skeleton, Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { lazy, Suspense, use, useCallback, useMemo, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import type { CustomFieldProps } from '../../../lib/schema/customField.ts';
import type { BuiltField } from '../../../lib/schema/pageSettings.ts';
import { builtUrl, pageSettings, projectFieldOf } from '../api/pageSettings.ts';
import { FieldsContext } from '../form/AttributeFields.tsx';
import { isSameJson } from '../form/isSameJson.ts';
import type { FieldProps, FormValue } from '../form/types.ts';
import { useField } from '../form/useField.tsx';
import { isLoadError } from '../ui/isLoadError.ts';
import { describedBy } from './FieldGroup.tsx';
import classes from './ProjectField.module.css';

// What the scripts of fields import (bin/editorFields.js).
Reflect.set(globalThis, Symbol.for('lectern.editor'), {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
});

const addStyle = (path: string): void => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = builtUrl(path);
  document.head.append(link);
};

type Loaded = ComponentType<CustomFieldProps>;

const load = async ({ script, style }: BuiltField): Promise<{ readonly default: Loaded }> => {
  const loaded = (await import(/* @vite-ignore */ builtUrl(script))) as { readonly default?: Loaded };
  if (loaded.default === undefined) throw new Error(`${script} exports no component as its default`);
  if (style !== undefined) addStyle(style);
  return { default: loaded.default };
};

/** By name. */
const components: Readonly<Record<string, Loaded>> = Object.fromEntries(
  Object.entries(pageSettings.fields).map(([name, built]) => [name, lazy(() => load(built))]),
);

/** What the API would store of it. @throws TypeError for what JSON does not have, such as a value that contains itself */
const toJson = (value: unknown): FormValue => {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as FormValue);
};

const FramedField = (field: FieldProps) => {
  const { attribute, label, readOnly } = field;
  const { value, change, lang, onBlur, wrapperProps } = useField(field);
  const { id, error, withAsterisk } = wrapperProps;
  // The same function at each render, because components use it in effects.
  const setValue = useCallback(
    (next: unknown) => {
      if (readOnly) return;
      const json = toJson(next);
      // Otherwise a component that sets an object in an effect that follows the value never ends.
      change((now) => (isSameJson(now, json) ? now : json));
    },
    [change, readOnly],
  );
  // A copy, because the saver looks for changes of the object that the form has, and a component may change its own.
  const copy = useMemo(() => toJson(value), [value]);
  const Component = components[projectFieldOf(attribute.customField) ?? ''];
  if (Component === undefined) throw new Error(`The project has no field ${attribute.customField ?? ''}`);
  return (
    <Input.Wrapper {...wrapperProps}>
      <div className={classes.content} lang={lang} onBlur={onBlur}>
        <Suspense fallback={<Skeleton h={36} />}>
          <Component
            value={copy}
            setValue={setValue}
            attribute={{ ...attribute }}
            readOnly={readOnly}
            label={label}
            error={error}
            locale={lang}
            inputProps={{
              id,
              'aria-describedby': describedBy(wrapperProps),
              'aria-invalid': error !== undefined,
              'aria-required': withAsterisk,
            }}
          />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
};

export default function ProjectField(props: FieldProps) {
  const t = useTranslations('fields.project');
  const Usual = use(FieldsContext)?.[props.attribute.type];
  if (Usual === undefined) throw new Error('The fields are outside of a form');
  return (
    <CatchBoundary
      getResetKey={() => props.name}
      errorComponent={({ error }) => (
        <>
          <Usual {...props} />
          <Text size="xs" c="dimmed" mt={4}>
            {t(isLoadError(error) ? 'notLoaded' : 'failed')}
          </Text>
        </>
      )}
    >
      <FramedField {...props} />
    </CatchBoundary>
  );
}
