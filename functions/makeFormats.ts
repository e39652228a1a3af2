// Makes the formats of a picture that was too large to process in its request, when the bucket reports the copied file.
import type { S3Event } from 'aws-lambda';
import { defineJob } from '../lib/platform/defineJob.ts';
import { makeFormats, keyOfBucketEvent } from '../lib/media/index.ts';

export const handler = defineJob('makeFormats', async (service, { Records }: S3Event) => {
  const pictures: (readonly [string, string])[] = [];
  for (const { s3 } of Records) {
    const key = keyOfBucketEvent(service.config.upload.s3, s3);
    const finished = key === undefined ? undefined : await makeFormats(service, key);
    if (key !== undefined && finished !== undefined) pictures.push([key, finished]);
  }
  return { pictures: Object.fromEntries(pictures) };
});
