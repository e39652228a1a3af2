export const MediaPage = () => null;
