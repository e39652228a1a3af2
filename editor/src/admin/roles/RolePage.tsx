export const RolePage = () => null;
