// The fields of a long form as links. Where it has no column, a button shows them.
import { UnstyledButton } from '@mantine/core';
import { ListUnorderedIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { attributeLabel } from '../schema/attributeLabel.ts';
import classes from './DocumentLayout.module.css';
import { FaultMark } from './FaultMark.tsx';
import type { DocumentForm } from './formStore.ts';
import { revealField } from './revealField.ts';

interface Props {
  readonly form: DocumentForm;
  /** In the order of the form. */
  readonly names: readonly string[];
}

export const FormOutline = ({ form, names }: Props) => {
  const t = useTranslations('form');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className={classes.outline} aria-label={t('outline')}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen);
        }}
      >
        <ListUnorderedIcon />
        {t('outline')}
        <FaultMark form={form} names={names} />
      </UnstyledButton>
      <ul className={classes.links}>
        {names.map((name) => (
          <li key={name}>
            <UnstyledButton
              className={classes.link}
              onClick={() => {
                setIsOpen(false);
                revealField(form, name);
              }}
            >
              <span dir="auto">{attributeLabel(form.type.attributes, name)}</span>
              <FaultMark form={form} names={[name]} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </nav>
  );
};
