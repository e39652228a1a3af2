// Files that people upload: what they are, the pictures made of them, where they are stored, and the records of them.
export { complete, presign } from './direct.ts';
export { checkInfo } from './file-info.ts';
export { bare, changeableFile, fileNamed, fileQuery, told, toldWritten, uploadUid } from './files.ts';
export { readForm, saidIn, type Form } from './form.ts';
export { localBase } from './local.ts';
export { makeFormats } from './pending.ts';
export { removeFile } from './remove.ts';
export { toldKey } from './s3-direct.ts';
export { withFolder } from './spool.ts';
export { cacheControl, contentTypeOf, dispositionOf, type Range, type Store } from './store.ts';
export { storeOf } from './store-of.ts';
export { sweepFiles, sweepMedia } from './sweep.ts';
export { changeFile, changingInfo, uploadFiles } from './upload.ts';
