export const RolesPage = () => null;
