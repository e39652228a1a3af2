// A change that the user asks for: runs it, says what went wrong, and reads the changed data again.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useErrorText } from './useErrorText.ts';

interface Options<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** The data that the change makes outdated; undefined: none. */
  readonly changes?: QueryKey;
  /** What to say when it succeeded. */
  readonly message?: string | ((input: Input) => string);
  readonly onSuccess?: (output: Output, input: Input) => void;
}

/** @returns the mutation; its errors are shown as notifications */
export const useAction = <Input = void, Output = unknown>({
  run,
  changes,
  message,
  onSuccess,
}: Options<Input, Output>) => {
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  return useMutation<Output, unknown, Input>({
    mutationFn: run,
    onSuccess: async (output, input) => {
      if (message !== undefined)
        notifications.show({ message: typeof message === 'function' ? message(input) : message, color: 'green' });
      onSuccess?.(output, input);
      // An empty key would match everything, also the document of an open form.
      if (changes !== undefined) await queryClient.invalidateQueries({ queryKey: changes });
    },
    onError: (error) => {
      notifications.show({ color: 'red', message: errorText(error), role: 'alert' });
    },
  });
};
