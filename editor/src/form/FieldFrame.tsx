// The element around a field.
import type { ReactNode, SubmitEvent } from 'react';
import type { Attribute } from '../schema/types.ts';
import classes from './FieldFrame.module.css';

interface Props {
  readonly attribute: Attribute;
  readonly children: ReactNode;
}

const preventDefault = (event: SubmitEvent): void => {
  event.preventDefault();
};

/**
 * Each field without fields inside is an HTML form. At each key Chromium's autofill reads all inputs of the form, and inputs
 * without a form count as one: in a document of 200 fields that takes longer than everything else that a key does.
 */
export const FieldFrame = ({ attribute: { type }, children }: Props) =>
  type === 'component' || type === 'dynamiczone' ? (
    <div>{children}</div>
  ) : (
    <form className={classes.field ?? ''} noValidate onSubmit={preventDefault}>
      {children}
    </form>
  );
