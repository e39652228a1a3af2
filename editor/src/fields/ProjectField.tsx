// The field of an attribute whose `customField` the project brings a component for. If that fails, the usual field is there.
import { Input, Skeleton, Text } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { lazy, Suspense, use, useMemo, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import type { CustomFieldProps } from '../../../lib/schema/customField.ts';
import type { BuiltField } from '../../../lib/schema/pageSettings.ts';
import { builtUrl, projectFieldOf } from '../api/pageSettings.ts';
import { FieldsContext } from '../form/AttributeFields.tsx';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';
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

const components = new Map<BuiltField, ComponentType<CustomFieldProps>>();

const componentOf = (field: BuiltField): ComponentType<CustomFieldProps> => {
  const component = components.get(field) ?? lazy(() => load(field));
  components.set(field, component);
  return component;
};

interface FramedFieldProps {
  readonly field: FieldProps;
  readonly built: BuiltField;
}

const FramedField = ({ field, built }: FramedFieldProps) => {
  const { value, setValue, lang, onBlur, wrapperProps } = useField(field);
  const { id, description, error, withAsterisk } = wrapperProps;
  const Component = useMemo(() => componentOf(built), [built]);
  const describedBy = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(description === undefined ? [] : [`${id}-description`]),
  ].join(' ');
  return (
    <Input.Wrapper {...wrapperProps}>
      <div className={classes.content} lang={lang} onBlur={onBlur}>
        <Suspense fallback={<Skeleton h={36} />}>
          <Component
            value={value ?? null}
            setValue={(next) => {
              setValue(next ?? null);
            }}
            attribute={{ ...field.attribute }}
            readOnly={field.readOnly}
            label={field.label}
            error={error}
            locale={lang}
            inputProps={{
              id,
              'aria-describedby': describedBy === '' ? undefined : describedBy,
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
  const { type, customField } = props.attribute;
  const Usual = use(FieldsContext)?.[type];
  const built = projectFieldOf(customField);
  if (Usual === undefined || built === undefined) throw new Error(`There is no field for ${type}`);
  return (
    <CatchBoundary
      getResetKey={() => props.name}
      errorComponent={() => (
        <>
          <Usual {...props} />
          <Text size="xs" c="dimmed" mt={4}>
            {t('failed')}
          </Text>
        </>
      )}
    >
      <FramedField field={props} built={built} />
    </CatchBoundary>
  );
}
