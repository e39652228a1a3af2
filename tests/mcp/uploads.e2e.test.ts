// Agents send files to the bucket with a form.
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureOfSize } from '../media/files.ts';
import { createBucketApi, sendForm } from '../setup/bucket.ts';
import { connectAgent, type Agent } from './agentClients.ts';

const bucket = await createBucketApi();

describe.runIf(bucket !== undefined)('a file without an address', () => {
  if (bucket === undefined) return;
  const { api, keys } = bucket;
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent(api, api.token());
  });

  it('is sent with a form, and added by its key', async () => {
    const content = await pictureOfSize(60, 40).png().toBuffer();
    const announced = { name: 'cat.png', mime: 'image/png', size: content.length };
    const { json } = await agent.call('upload_file', announced);
    expect(await sendForm(json.form, content)).toBeLessThan(300);
    const more = { key: json.form.key, name: 'Cat', alternativeText: 'A cat' };
    const { isError, json: added } = await agent.call('upload_file', more);
    expect({ isError, file: added.file }).toMatchObject({
      isError: false,
      file: { name: 'Cat', alternativeText: 'A cat', mime: 'image/png', width: 60 },
    });
    expect(await keys()).toEqual([expect.stringMatching(/^cat_|^Cat_/)]);
  });

  it.each([
    [{ name: 'a.png', mime: 'image/png' }, 400, /size/],
    [{ mime: 'image/png', size: 1 }, 400, /name/],
    [{ name: 'a.png', mime: 'image/png', size: 9e9 }, 413, /larger/],
    [{ key: 'sent_absent' }, 404, /./],
  ])('%o is refused as in REST', async (args, status, message) => {
    const { json } = await agent.call('upload_file', args);
    expect([json.status, json.error]).toEqual([status, expect.stringMatching(message)]);
  });
});
