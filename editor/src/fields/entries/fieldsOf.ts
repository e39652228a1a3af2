// The fields of an entry.
import type { Component } from '../../schema/types.ts';

const none = { attributes: {}, sections: [] };

/** @param component undefined: the schema does not have it any more */
export const fieldsOf = (
  component: Component | undefined,
): Pick<Component, 'attributes'> & { sections: Component['form'] } =>
  component === undefined ? none : { attributes: component.attributes, sections: component.form };
