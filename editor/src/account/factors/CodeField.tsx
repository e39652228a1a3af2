// The input for the code of an authenticator app.
import { TextInput } from '@mantine/core';
import { useFactorTexts } from '../../messages/useFactorTexts.ts';
import type { useTextValue } from '../../ui/useTextValue.ts';

interface Props {
  readonly input: ReturnType<typeof useTextValue>['inputProps'];
}

export const CodeField = ({ input }: Props) => {
  const t = useFactorTexts();
  return (
    <TextInput
      label={t('code')}
      description={t('codeText')}
      autoComplete="one-time-code"
      inputMode="numeric"
      // Apps show the six digits with a space.
      maxLength={9}
      required
      withAsterisk={false}
      data-autofocus
      autoFocus
      {...input}
    />
  );
};
