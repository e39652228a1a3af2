// POST /api/upload stores files and makes records of them; with ?id= it changes one of these, or what is stored of it.
import { invalid } from '../lib/errors.ts';
import { endpoint, ifMatch, isForm, permitted, refuseIfMatch, type Operation } from '../lib/http/index.ts';
import {
  bare,
  changeFile,
  changeInfo,
  checkInfo,
  fileNamed,
  readForm,
  told,
  toldWritten,
  uploadFiles,
  uploadUid,
  withFolder,
} from '../lib/media/index.ts';
import { plainBody } from '../lib/plain-body.ts';

const operation: Operation = async (request, service) => {
  const caller = await permitted(request, service, ['upload'], uploadUid);
  const id = new URLSearchParams(request.query).get('id');
  const change =
    id === null ? undefined : { documentId: await fileNamed(service, id), expected: ifMatch(request, null) };
  if (change === undefined) refuseIfMatch(request);
  const contentType = request.headers['content-type'];

  if (!isForm(contentType)) {
    if (change === undefined) throw invalid('Files are empty');
    const { fileInfo = {} } = plainBody(request.body, ['fileInfo']);
    const changed = await changeInfo(service, change, checkInfo(fileInfo));
    return bare(await toldWritten(request, service, caller, changed));
  }
  return withFolder(async (folder) => {
    const fields = change === undefined ? ['fileInfo', 'ref', 'refId', 'field'] : ['fileInfo'];
    const rules = { fields, sizeLimit: service.config.upload.sizeLimit };
    const form = await readForm(request.stream(), contentType ?? '', folder, rules);
    if (change !== undefined)
      return bare(await toldWritten(request, service, caller, await changeFile(service, change, form, folder)));
    const stored = await uploadFiles(service, caller, form, folder);
    const answers = stored.map(async (one) => told((await toldWritten(request, service, caller, one)).data));
    return { status: 201, body: await Promise.all(answers) };
  });
};

export const upload: Operation = Object.assign(operation, { takesFiles: true as const });

export const handler = endpoint(upload);
