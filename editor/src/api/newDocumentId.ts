// A file of its own: the first screen needs nothing else of the requests of documents.

/** Stands for the documentId in the address of a new document. */
export const newDocumentId = 'new';
