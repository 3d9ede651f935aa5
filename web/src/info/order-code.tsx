import { isOrderId, normalizeOrderId } from '@sokuwa/contract/orders/orders.rules.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

/** A form that opens an order by its code. Without JavaScript it opens the list of orders. */
export function OrderCode() {
  const navigate = useNavigate();
  const [error, setError] = useState<string>();
  const openOrder = (form: HTMLFormElement) => {
    const code = normalizeOrderId(String(new FormData(form).get('code')));
    if (code === '') setError('Enter the code of your order.');
    else if (!isOrderId(code)) setError('An order code has 12 letters and digits, such as 7F3KQ2M9XW4T.');
    else navigate({ to: '/order/details/$id', params: { id: code } });
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
