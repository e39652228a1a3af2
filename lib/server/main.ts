// `npm start`: checks the content types, prepares the indexes, serves until SIGTERM.
import { otherwise, routes } from '../../functions/routes.ts';
import { prepareIndexes } from '../db/index.ts';
import { endpoint } from '../http/index.ts';
import { serviceFromEnvironment } from '../service.ts';
import { serve } from './serve.ts';

const start = async (): Promise<void> => {
  const service = await serviceFromEnvironment();
  await prepareIndexes(await service.database.get(), service.schema);
  const serving = await serve({
    routes: routes.map(({ operation, ...route }) => ({ ...route, handler: endpoint(operation) })),
    otherwise: endpoint(otherwise),
    host: process.env.HOST ?? '127.0.0.1',
    port: Number(process.env.PORT ?? 3000),
    maxBodyBytes: service.config.maxBodyBytes,
  });
  console.log(`Lectern is ready at ${serving.url}`);

  const stop = async (): Promise<void> => {
    await serving.stop();
    await service.database.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
};

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
