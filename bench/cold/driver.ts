// The floor: what has nothing but the driver, and makes a client.
import { MongoClient } from 'mongodb';

export const ready = (): Promise<MongoClient> => Promise.resolve(new MongoClient(process.env.MONGODB_URI ?? ''));
