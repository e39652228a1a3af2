// The comparison operators of filters.
export { compareValues, equalValues, jsonTypeRank } from './compareValues.ts';
export {
  operators,
  operatorSpecs,
  type NamedOperator,
  type Operand,
  type Operator,
  type OperatorSpec,
} from './operators.ts';
export { textPattern } from './textPattern.ts';
