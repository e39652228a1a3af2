// The words for a step of a filter's path: an attribute, or a component of a zone.
import { useSchema } from '../../api/schema.ts';
import { useColumnLabel } from '../useColumnLabel.ts';

export const useStepLabel = (): ((name: string) => string) => {
  const { components } = useSchema();
  const labelOf = useColumnLabel();
  return (name) => components.get(name)?.displayName ?? labelOf(name);
};
