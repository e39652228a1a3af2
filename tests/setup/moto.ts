// Installs moto, a mock of AWS, together with cfn-lint.
import { homeOf, install, type Program } from './python.ts';

const moto: Program = { name: 'moto', command: 'moto_server', requirement: 'moto[server]==5.*' };

export const motoHome = (): string | undefined => homeOf(moto);

export default (): void => {
  install(moto);
};
