// Computes the public URLs of files in an S3 bucket, and signs them for a private bucket.
export { bucketBaseUrl, type S3Settings } from './bucketBaseUrl.ts';
export { signerOf, type SignUrl, type Signer } from './signer.ts';
