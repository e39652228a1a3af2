// A dialog that creates something, and then shows once what no later answer contains: a key, a link.
import { Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface Props<T> {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly renderForm: (onCreated: (result: T) => void, onCancel: () => void) => ReactNode;
  readonly renderResult: (result: T) => ReactNode;
}

export const OneTimeDialog = <T,>({ title, opened, onClose, renderForm, renderResult }: Props<T>) => {
  const [result, setResult] = useState<T>();
  const close = () => {
    setResult(undefined);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      {result === undefined
        ? renderForm((created) => {
            setResult(created);
          }, close)
        : renderResult(result)}
    </Modal>
  );
};
