import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NumberField } from './number-field.tsx';

function Counter({ max }: { max?: number }) {
  const [value, setValue] = useState(1);
  return <NumberField label="Quantity of Puna yam" value={value} onChange={setValue} max={max} />;
}

const open = async (max?: number) => {
  const screen = await render(<Counter {...(max !== undefined && { max })} />);
  return {
    field: screen.getByRole('textbox', { name: 'Quantity of Puna yam' }),
    decrement: screen.getByRole('button', { name: 'One fewer' }),
    increment: screen.getByRole('button', { name: 'One more' }),
  };
};

describe('NumberField', () => {
  it('has no upper limit by default and stops at one', async () => {
    const { field, decrement, increment } = await open();
    await expect.element(decrement).toBeDisabled();
    await increment.click();
    await increment.click();
    await expect.element(field).toHaveValue('3');
    await decrement.click();
    await expect.element(field).toHaveValue('2');
    await decrement.click();
    await expect.element(decrement).toBeDisabled();
    await expect.element(field).toHaveValue('1');
  });

  it('commits the typed value on Enter, clamped to its limits', async () => {
    const { field, increment } = await open(12);
    await field.fill('40');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('12');
    await expect.element(increment).toBeDisabled();
    await field.fill('0');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('1');
  });

  it('restores the value on Escape, and ignores letters', async () => {
    const { field } = await open();
    await field.fill('7');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toHaveValue('1');
    await field.fill('abc');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('1');
  });
});
