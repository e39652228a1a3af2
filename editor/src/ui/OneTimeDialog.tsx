// A dialog that creates something, and then shows once what no later answer contains: a key, a link.
import { Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface Props<T> {
  readonly title: string;
  readonly onClose: () => void;
  readonly renderForm: (onCreated: (result: T) => void) => ReactNode;
  readonly renderResult: (result: T) => ReactNode;
}

export const OneTimeDialog = <T,>({ title, onClose, renderForm, renderResult }: Props<T>) => {
  const [result, setResult] = useState<{ readonly created: T }>();
  return (
    <Modal opened onClose={onClose} title={title}>
      {result === undefined
        ? renderForm((created) => {
            setResult({ created });
          })
        : renderResult(result.created)}
    </Modal>
  );
};
