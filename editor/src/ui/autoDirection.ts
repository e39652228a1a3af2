// Lets the first letters of a text decide its direction.

/** For Mantine's inputs, which give their `dir` to the element around the input: there it has no effect. */
export const autoDirection = { attributes: { input: { dir: 'auto' } } } as const;
