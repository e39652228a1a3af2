// A new password. The stored one is never shown, and stays unless a new one is typed.
import { PasswordInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { FieldProps } from '../form/types.ts';
import { useField } from '../form/useField.tsx';

export default function PasswordField(props: FieldProps) {
  const { value, setValue, inputProps } = useField<string | undefined>(props);
  const t = useTranslations('form.password');
  return (
    <PasswordInput
      {...inputProps}
      withAsterisk={false}
      description={
        <>
          {inputProps.description} {t('unchanged')}
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
