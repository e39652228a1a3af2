// @ts-check
// Keeps the files of the editor in the bucket of a deployed stage.
import { prepareEditorFields } from '../bin/editorFields.js';
import { loadS3 } from './awsClients.js';
import { readEditorSettings, readWebSettings } from './configuration.js';
import { loadEditor } from './editor.js';
import { editorPrefix } from './stage.js';

/** @typedef {Pick<import('./awsClients.js').AwsProvider, 'getAwsSdkV3Config' | 'getStackResources'>} BucketProvider */

/** @param {BucketProvider} provider */
const openBucket = async (provider) => {
  const { S3Client } = await loadS3();
  const resources = await provider.getStackResources();
  return {
    client: new S3Client({ ...(await provider.getAwsSdkV3Config()), forcePathStyle: true }),
    Bucket: resources.find(({ LogicalResourceId }) => LogicalResourceId === 'Media')?.PhysicalResourceId,
  };
};

/**
 * Sends all files, also those of the project, and the page after its assets; none if a web function has them. Assets of earlier deployments stay, because pages that are open load them.
 *
 * @param {BucketProvider} provider
 * @throws Error when the bucket refuses a file
 */
export const uploadEditor = async (provider) => {
  const settings = readEditorSettings();
  if (!settings.enabled || readWebSettings() !== undefined) return;
  const { LECTERN_EDITOR_FILES: project } = await prepareEditorFields();
  const { cacheControlOf, editorFiles } = await loadEditor();
  const files = editorFiles({ ...settings, media: [], guide: false }, undefined, project);
  if (files === undefined) throw new Error('The editor is not built: run `npm run build`');
  const { PutObjectCommand } = await loadS3();
  const { client, Bucket } = await openBucket(provider);
  const isPage = (/** @type {string} */ name) => name === 'index.html';
  for (const name of [...files.names()].sort((one, other) => Number(isPage(one)) - Number(isPage(other)))) {
    const file = await files.read(name);
    if (file === undefined) throw new Error(`${name} of the editor is missing: run \`npm run build\``);
    const about = { Body: file.bytes, ContentType: file.type, CacheControl: cacheControlOf(name) };
    await client.send(new PutObjectCommand({ Bucket, Key: editorPrefix + name, ...about }));
  }
};

/**
 * Deletes all files and their versions, because CloudFormation deletes only an empty bucket.
 *
 * @param {BucketProvider} provider
 */
export const deleteEditor = async (provider) => {
  const { DeleteObjectsCommand, ListObjectVersionsCommand } = await loadS3();
  const { client, Bucket } = await openBucket(provider);
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: editorPrefix }),
    );
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    const [error] = Errors;
    if (error !== undefined) throw new Error(`${error.Key} of the editor cannot be deleted: ${error.Message}`);
  }
};
