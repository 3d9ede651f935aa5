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
    fewer: screen.getByRole('button', { name: 'One fewer' }),
    more: screen.getByRole('button', { name: 'One more' }),
  };
};

describe('Stepper', () => {
  it('counts up without an end and not below one', async () => {
    const { field, fewer, more } = await open();
    await expect.element(fewer).toBeDisabled();
    await more.click();
    await more.click();
    await expect.element(field).toHaveValue('3');
    await fewer.click();
    await expect.element(field).toHaveValue('2');
    await fewer.click();
    await expect.element(fewer).toBeDisabled();
    await expect.element(field).toHaveValue('1');
  });

  it('takes what is typed when Enter is pressed, held to its bounds', async () => {
    const { field, more } = await open(12);
    await field.fill('40');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('12');
    await expect.element(more).toBeDisabled();
    await field.fill('0');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('1');
  });

  it('forgets what is typed on Escape, and letters altogether', async () => {
    const { field } = await open();
    await field.fill('7');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toHaveValue('1');
    await field.fill('abc');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('1');
  });
});
