// The floor: what has nothing but the driver, and makes a client that begins to connect.
import { MongoClient } from 'mongodb';

// eslint-disable-next-line @typescript-eslint/require-await -- as functions are
export const ready = async (): Promise<void> => {
  new MongoClient(process.env.MONGODB_URI ?? '').connect().catch(() => undefined);
};
