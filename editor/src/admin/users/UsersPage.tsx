export const UsersPage = () => null;
