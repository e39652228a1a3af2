// A bucket of S3 as sites see it: where its files are found, and the addresses of those in a private one.
export { bucketBase } from './base.ts';
export { signerOf, type Sign, type Signer } from './signer.ts';
