export const form = {} as const;
