// A bucket of S3 as sites see it: where its files are found, and the addresses of those in a private one.
export { bucketBase, type S3Settings } from './base.ts';
export { signerOf, type Sign, type Signer } from './signer.ts';
