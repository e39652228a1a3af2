// The form of one factor.
import { AccountForm, type AccountFormProps } from '../AccountForm.tsx';
import { useFactorError } from './useFactorError.ts';

interface Props extends Omit<AccountFormProps, 'error'> {
  /** Null: none. */
  readonly error: unknown;
}

export const FactorFrame = ({ error, ...form }: Props) => {
  const explain = useFactorError();
  return <AccountForm {...form} error={error === null ? undefined : explain(error)} />;
};
