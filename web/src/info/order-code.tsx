import { Button } from '@sokuwa/ui/button.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

/** A form that opens an order by its code. Without JavaScript it opens the list of orders. */
export function OrderCode() {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const openOrder = (form: HTMLFormElement) => {
    const code = String(new FormData(form).get('code')).trim();
    if (code === '') setError('Enter the code of your order.');
    else navigate({ to: `/order/details/${encodeURIComponent(code)}` });
  };
  return (
    <form
      action="/order"
      noValidate
      className="mt-4 flex max-w-form flex-wrap items-start gap-2.5 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        openOrder(event.currentTarget);
      }}
    >
      <TextField
        label="Order code"
        labelHidden
        placeholder="Order code"
        name="code"
        autoComplete="off"
        className="min-w-0 flex-1"
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit">Track Order</Button>
    </form>
  );
}
