// The screen when a screen fails: why, and a way to try again.
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorMessage } from '../ui/ErrorMessage.tsx';
import classes from '../ui/Page.module.css';

export const ErrorPage = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <div className={classes.page}>
      <ErrorMessage error={error} onRetry={retry} />
    </div>
  );
};
