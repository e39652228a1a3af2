export const DocumentPage = () => null;
export const NewDocumentPage = () => null;
export const SinglePage = () => null;
