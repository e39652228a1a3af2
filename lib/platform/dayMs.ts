/** The milliseconds of a day. */
export const dayMs = 24 * 3_600_000;
