import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';

/** What is wrong with a form that was sent; nothing is, where both are left out. */
export interface FormErrors {
  /** The texts of wrong fields, by name. */
  fields?: Readonly<Record<string, string>>;
  /** What failed beyond single fields. */
  failure?: ReactNode;
}

/** `fresh` until somebody has begun to mend them: only then the focus goes there. */
type Shown = FormErrors & { fresh: boolean };
const NONE: Shown = { fresh: false };

/**
 * A form whose fields keep their own values: what was typed, pasted or filled in before the page came alive is there,
 * and a press before then is made again by React afterwards (it writes a small script beside such a form).
 * One answer is waited for at a time; wrong fields are marked, and the first one gets the focus.
 * @param submit is given the values; gives back what is wrong
 * @returns what to spread on the `<form>`, and what to show
 */
export const useForm = (submit: (values: FormData) => Promise<FormErrors | undefined>) => {
  const [problems, setProblems] = useState<Shown>(NONE);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const ref = useRef<HTMLFormElement>(null);

  const run = async (values: FormData) => {
    // A second press may come before the button knows.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblems(({ fields }) => (fields ? { fields, fresh: false } : NONE));
    try {
      setProblems({ ...(await submit(values)), fresh: true });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  useEffect(() => {
    if (problems.fresh) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);

  return {
    /** By the field's name. */
    errors: problems.fields ?? {},
    failure: problems.failure,
    busy,
    form: {
      ref,
      noValidate: true,
      action: (values: FormData): void => {
        void run(values);
      },
      // React empties a form once its action was called; what was typed is still wanted when it was refused.
      onReset: (event: FormEvent) => event.preventDefault(),
      // Whoever mends a field need not be told any more that it is wrong.
      onInput: ({ target }: FormEvent) => {
        const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
        if (!isField || !problems.fields?.[target.name]) return;
        const { [target.name]: _, ...others } = problems.fields;
        setProblems({ ...problems, fields: others, fresh: false });
      },
    },
  };
};

/** The text of a field; empty where there is none. */
export const getText = (values: FormData, name: string): string => {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
};
