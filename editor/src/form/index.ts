// The form of a document: its state, its rules, and how it is read from and written to the API.
export { applyFaults, fieldPathOf } from './applyFaults.ts';
export { AttributeFields, FieldsContext, type FieldRegistry } from './AttributeFields.tsx';
export { newComponent, newDocument, newEntry } from './defaults.ts';
export { FaultSummary } from './FaultSummary.tsx';
export { findFaults } from './findFaults.ts';
export { FormContext, useFault, useForm, useFormState, useFormValue } from './FormContext.tsx';
export { DocumentForm } from './formStore.ts';
export { fromAnswer, toLinkedDocument } from './fromAnswer.ts';
export { populateQuery } from './populateQuery.ts';
export { fieldId, revealField } from './revealField.ts';
export { findViolation, isRequired } from './rules.ts';
export { isToOne, toBody } from './toBody.ts';
export { useFaultName } from './useFaultName.ts';
export { useFaultText } from './useFaultText.ts';
export { useField } from './useField.tsx';
export { useUndo } from './useUndo.ts';
