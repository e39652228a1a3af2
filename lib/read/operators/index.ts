// The comparison operators of filters.
export { compareValues, equalValues, jsonTypeRank } from './compareValues.ts';
export { operatorDeclarations, operators, type NamedOperator, type Operator } from './declarations.ts';
export { operatorSpecs, type Operand } from './operators.ts';
export { textPattern } from './textPattern.ts';
