import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { describeError, fieldErrorsOf } from './errors.ts';

/**
 * Shows why a form was not saved: at its fields, if the server names them, and otherwise as the error `root` of the form.
 * @param fields those of the form
 */
export const applyFieldErrors = <Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
): void => {
  const texts = fieldErrorsOf(error);
  const wrong = fields.filter((field) => (texts[field]?.length ?? 0) > 0);
  for (const [index, field] of wrong.entries())
    setError(field, { message: texts[field]?.join(' ') ?? '' }, { shouldFocus: index === 0 });
  if (wrong.length === 0) setError('root', { message: describeError(error) });
};
