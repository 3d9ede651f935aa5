import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** The result of a failed submission. */
export interface FormErrors {
  /** Error texts by field name. */
  fields?: Readonly<Record<string, string>>;
  /** An error that concerns no single field. */
  failure?: ReactNode;
}

/** Errors are new until the visitor edits a field. Only new errors move the focus. */
type ErrorState = FormErrors & { isNew: boolean };
const NO_ERRORS: ErrorState = { isNew: false };

/**
 * A form with uncontrolled fields and a React form action: values entered before hydration stay, and React replays a
 * submission from before hydration. Runs one submission at a time. After a failed submission, the first invalid field
 * gets the focus.
 * @param submit returns the errors, or undefined on success
 * @returns `form`, the props to spread on the `<form>`, and the state to show
 */
export const useForm = (submit: (values: FormData) => Promise<FormErrors | undefined>) => {
  const [errors, setErrors] = useState<ErrorState>(NO_ERRORS);
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  const run = async (values: FormData) => {
    // A second click may come before the button is rendered as busy.
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setErrors(({ fields }) => (fields ? { fields, isNew: false } : NO_ERRORS));
    try {
      setErrors({ ...(await submit(values)), isNew: true });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  useEffect(() => {
    if (errors.isNew) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  return {
    /** Error texts by field name. */
    errors: errors.fields ?? {},
    failure: errors.failure,
    busy,
    form: {
      ref,
      noValidate: true,
      action: (values: FormData): void => {
        void run(values);
      },
      // React resets a form after its action; the values must stay after a failed submission.
      onReset: (event: FormEvent) => event.preventDefault(),
      // Editing a field removes its error.
      onInput: ({ target }: FormEvent) => {
        const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
        if (!isField || !errors.fields?.[target.name]) return;
        const { [target.name]: _, ...others } = errors.fields;
        setErrors({ ...errors, fields: others, isNew: false });
      },
    },
  };
};

/** The text of a field, or an empty string. */
export const getText = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
};
