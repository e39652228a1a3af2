// The error for a file that is no readable archive.

export class ArchiveError extends Error {}

/** @returns the error as it is, or an ArchiveError that says the file is damaged */
export const toArchiveError = (file: string, error: unknown): ArchiveError => {
  if (error instanceof ArchiveError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ArchiveError(`${file} is cut off or damaged: ${reason}`, { cause: error });
};
