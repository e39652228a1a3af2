// A new password. The stored one is never shown, and stays unless a new one is typed; in an entry of a list only
// if the API recognizes the entry, by its values or because all other entries are unchanged.
import { PasswordInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { splitPath } from '../form/paths.ts';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';

const isInList = (path: string): boolean => splitPath(path).some((part) => /^\d+$/.test(part));

export default function PasswordField(props: FieldProps) {
  const { value, setValue, inputProps } = useField<string | undefined>(props);
  const t = useTranslations('form.password');
  return (
    <PasswordInput
      {...inputProps}
      withAsterisk={false}
      description={
        <>
          {inputProps.description} {t(isInList(props.name) ? 'unchangedInList' : 'unchanged')}
        </>
      }
      visibilityToggleButtonProps={{ 'aria-label': t('show') }}
      autoComplete="new-password"
      maw="24rem"
      value={value ?? ''}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setValue(text === '' ? undefined : text);
      }}
    />
  );
}
