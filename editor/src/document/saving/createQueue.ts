// Runs one task at a time.

/** @returns a function that runs a task after the tasks before it, whether these succeeded or not */
export const createQueue = (): (<T>(task: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
};
