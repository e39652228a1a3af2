export const ListPage = () => null;
