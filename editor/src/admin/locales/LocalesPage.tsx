export const LocalesPage = () => null;
