// The logger of clients of the AWS SDK.
import { thrownText } from '../errors.ts';
import { writeLog } from './log.ts';

const ignore = (): void => undefined;

/** Without one, the SDK writes text to the console. It throws what fails, so that is logged once. */
export const sdkLogger = {
  ...{ debug: ignore, info: ignore, error: ignore },
  warn: (message: unknown): void => {
    writeLog('warn', { message: thrownText(message) });
  },
};
