// The frame of the screens without a session: a card with a form.
import { AccountCard } from './AccountCard.tsx';
import { AccountForm, type AccountFormProps } from './AccountForm.tsx';

interface Props extends AccountFormProps {
  readonly title: string;
}

export const AccountFrame = ({ title, ...form }: Props) => (
  <AccountCard title={title}>
    <AccountForm {...form} />
  </AccountCard>
);
