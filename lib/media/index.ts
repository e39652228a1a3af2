// The media library: uploads, their types, image formats, storage, and records.
export { createFolder } from './folders/changeFolders.ts';
export { folderHandlers } from './folders/handlers.ts';
export { findStoredFolders, type StoredFolder } from './folders/storedFolders.ts';
export { changeFile, prepareInfoChange, prepareRemoveFile } from './records/changeFile.ts';
export { completeDirectUpload, replaceByDirectUpload } from './records/completeUpload.ts';
export { checkFileInfo } from './records/fileInfo.ts';
export {
  documentIdIn,
  fileAnswer,
  fileRecordOf,
  findChangeableFileId,
  findDeletableFileId,
  findFileId,
  fileQuery,
  readNewUrl,
  toFileData,
  toReadFiles,
  readWrittenFile,
  hasUnfinishedMoves,
  withUnfinishedMoves,
} from './records/files.ts';
export { fileTooLarge, readForm, formContent, maxFormBytes, type Form } from './records/readForm.ts';
export { isFileKey, localBase } from './store/local.ts';
export { makeFormats } from './records/makeFormats.ts';
export { createPresignedUpload } from './records/presignUpload.ts';
export { fileKey } from './records/fileRecord.ts';
export { fileWriter } from './records/fileWriter.ts';
export { keyOfBucketEvent } from './store/s3Direct.ts';
export { withTempDir } from './store/withTempDir.ts';
export { eraseRemovedBytes, finishMoves, withRestoredBytes } from './records/moveBytes.ts';
export { cacheControl, contentTypeOf, dispositionOf, type ByteRange, type Store } from './store/store.ts';
export { storeOf } from './store/storeOf.ts';
export { sweepFiles, sweepMedia } from './records/sweep.ts';
export { inFetchTurn } from './image/pictureTurns.ts';
export { uploadFiles } from './records/storeFiles.ts';
