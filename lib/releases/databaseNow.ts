// The clock by which releases are due: the database's, because the clocks of processes differ.

/** Returns an expression of MongoDB for the present time. Tests return a time of their own. */
export type DatabaseNow = () => '$$NOW' | Date;

export const databaseNow: DatabaseNow = () => '$$NOW';
