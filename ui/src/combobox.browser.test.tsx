import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Combobox, type ComboboxProps, type Option } from './combobox.tsx';

const REGIONS = ['Abia State', 'Cross River State', 'Lagos', 'Ọ̀yọ́', 'Rivers State'].map((name, id) => ({ id, name }));

function Chooser(props: Partial<ComboboxProps<number>>) {
  const [value, setValue] = useState<Option<number> | null>(null);
  return (
    <>
      <Combobox label="Region" options={REGIONS} value={value} onChange={setValue} {...props} />
      <button type="button">What comes next</button>
      <p>chosen: {value?.name ?? 'none'}</p>
    </>
  );
}

const open = async (props: Partial<ComboboxProps<number>> = {}) => {
  const screen = await render(<Chooser {...props} />);
  const field = screen.getByRole('combobox', { name: 'Region' });
  return {
    screen,
    field,
    options: screen.getByRole('option'),
    chosen: (name: string) => screen.getByText(`chosen: ${name}`),
  };
};

describe('Combobox', () => {
  it('is searched by the beginnings of words, without accents, and chosen from by keyboard', async () => {
    const { field, options, chosen } = await open();
    await userEvent.type(field, 'r');
    await expect
      .poll(() => options.elements().map((option) => option.textContent))
      .toEqual(['Cross River State', 'Rivers State']);
    await userEvent.clear(field);
    await userEvent.type(field, 'oyo');
    await expect.poll(() => options.elements().map((option) => option.textContent)).toEqual(['Ọ̀yọ́']);
    await userEvent.keyboard('{Enter}');
    await expect.element(chosen('Ọ̀yọ́')).toBeVisible();
    await expect.element(field).toHaveValue('Ọ̀yọ́');
    await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  });

  it('shows all of a list that something is chosen from already, and chooses by a press', async () => {
    const { screen, field, options, chosen } = await open();
    await field.click();
    await screen.getByRole('option', { name: 'Lagos' }).click();
    await expect.element(chosen('Lagos')).toBeVisible();
    await screen.getByRole('button', { name: 'Show the list: Region' }).click();
    await expect.poll(() => options.elements().length).toBe(REGIONS.length);
    await expect.element(screen.getByRole('option', { name: 'Lagos' })).toHaveAttribute('aria-selected', 'true');
  });

  it('takes back what was typed and not chosen', async () => {
    const { screen, field, chosen } = await open();
    await field.click();
    await screen.getByRole('option', { name: 'Lagos' }).click();
    await userEvent.type(field, 'x');
    await userEvent.tab();
    await expect.element(field).toHaveValue('Lagos');
    await expect.element(chosen('Lagos')).toBeVisible();
  });

  it('is emptied by its button', async () => {
    const { screen, field, chosen } = await open();
    await field.click();
    await screen.getByRole('option', { name: 'Lagos' }).click();
    await screen.getByRole('button', { name: 'Clear Region' }).click();
    await expect.element(chosen('none')).toBeVisible();
    await expect.element(field).toHaveValue('');
  });

  it('says when nothing is found, and when there is nothing', async () => {
    const { screen, field } = await open();
    await userEvent.type(field, 'zz');
    await expect.element(screen.getByText('Nothing found for “zz”.')).toBeVisible();
    await screen.unmount();
    const none = await open({ options: [] });
    await none.field.click();
    await expect.element(none.screen.getByText('There is nothing to choose from.')).toBeVisible();
  });

  it('lays out a hundred of thousands, and says so', async () => {
    const towns = Array.from({ length: 3000 }, (_, id) => ({ id, name: `Town ${id + 1}` }));
    const { screen, field, options, chosen } = await open({ options: towns });
    await field.click();
    await expect.poll(() => options.elements().length).toBe(100);
    await expect.element(screen.getByText('The first 100 are shown. Type to find others.')).toBeVisible();
    await userEvent.type(field, 'town 2999');
    await expect.poll(() => options.elements().length).toBe(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(chosen('Town 2999')).toBeVisible();
  });

  it('says why nothing can be chosen yet', async () => {
    const { field } = await open({ disabledReason: 'Choose a country first' });
    await expect.element(field).toBeDisabled();
    await expect.element(field).toHaveAttribute('placeholder', 'Choose a country first');
  });

  it('says that its list is on its way', async () => {
    const { field } = await open({ options: [], loading: true });
    await expect.element(field).toHaveAttribute('placeholder', 'Loading…');
    await expect.element(field).toHaveAttribute('aria-busy', 'true');
  });

  it('says that its list could not be had, and asks again', async () => {
    const onRetry = vi.fn();
    const { screen, field } = await open({ loadError: { text: 'Failed to fetch regions.', onRetry } });
    await expect.element(field).toHaveAccessibleDescription('Failed to fetch regions.');
    await expect.element(field).toBeDisabled();
    await screen.getByRole('button', { name: 'Try Again' }).click();
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
