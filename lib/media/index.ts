// The media library: uploads, their types, image formats, storage, and records.
export { complete, presign } from './records/direct.ts';
export { checkInfo } from './records/fileInfo.ts';
export { bare, changeableFile, fileNamed, fileQuery, told, toldWritten } from './records/files.ts';
export { readForm, saidIn, type Form } from './records/form.ts';
export { localBase } from './store/local.ts';
export { makeFormats } from './records/pending.ts';
export { removeFile } from './records/remove.ts';
export { toldKey } from './store/s3Direct.ts';
export { withFolder } from './store/tempDir.ts';
export { cacheControl, contentTypeOf, dispositionOf, type Range, type Store } from './store/store.ts';
export { storeOf } from './store/storeOf.ts';
export { sweepFiles, sweepMedia } from './records/sweep.ts';
export { changeFile, changingInfo, uploadFiles } from './records/upload.ts';
