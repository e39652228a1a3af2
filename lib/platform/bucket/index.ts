// Computes the public URLs of files in an S3 bucket, and signs them for a private bucket.
export { bucketBase, type S3Settings } from './base.ts';
export { signerOf, type Sign, type Signer } from './signer.ts';
