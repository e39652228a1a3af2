// The floor for cold starts: creates a client of the driver, which begins to connect.
import { MongoClient } from 'mongodb';

// eslint-disable-next-line @typescript-eslint/require-await -- the functions' `ready` is asynchronous, too
export const ready = async (): Promise<void> => {
  new MongoClient(process.env.MONGODB_URI ?? '').connect().catch(() => undefined);
};
