import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Combobox, type ComboboxProps, type Option } from './combobox.tsx';

const REGIONS = ['Abia State', 'Cross River State', 'Lagos', 'Ọ̀yọ́', 'Rivers State'].map((name, id) => ({ id, name }));

function TestForm(props: Partial<ComboboxProps<number>>) {
  const [value, setValue] = useState<Option<number> | null>(null);
  return (
    <>
      <Combobox label="Region" options={REGIONS} value={value} onChange={setValue} {...props} />
      <button type="button">Next control</button>
      <p>selected: {value?.name ?? 'none'}</p>
    </>
  );
}

const open = async (props: Partial<ComboboxProps<number>> = {}) => {
  const screen = await render(<TestForm {...props} />);
  const field = screen.getByRole('combobox', { name: 'Region' });
  return {
    screen,
    field,
    options: screen.getByRole('option'),
    selected: (name: string) => screen.getByText(`selected: ${name}`),
  };
};

describe('Combobox', () => {
  it('matches the start of words, ignoring accents, and selects by keyboard', async () => {
    const { field, options, selected } = await open();
    await userEvent.type(field, 'r');
    await expect
      .poll(() => options.elements().map((option) => option.textContent))
      .toEqual(['Cross River State', 'Rivers State']);
    await userEvent.clear(field);
    await userEvent.type(field, 'oyo');
    await expect.poll(() => options.elements().map((option) => option.textContent)).toEqual(['Ọ̀yọ́']);
    await userEvent.keyboard('{Enter}');
    await expect.element(selected('Ọ̀yọ́')).toBeVisible();
    await expect.element(field).toHaveValue('Ọ̀yọ́');
    await expect.element(field).toHaveAttribute('aria-expanded', 'false');
  });

  it('shows the whole list when an option is already selected, and selects by click', async () => {
    const { screen, field, options, selected } = await open();
    await field.click();
    await screen.getByRole('option', { name: 'Lagos' }).click();
    await expect.element(selected('Lagos')).toBeVisible();
    await screen.getByRole('button', { name: 'Show the list: Region' }).click();
    await expect.poll(() => options.elements().length).toBe(REGIONS.length);
    await expect.element(screen.getByRole('option', { name: 'Lagos' })).toHaveAttribute('aria-selected', 'true');
  });

  it('keeps its accessible name while everything outside its list is hidden from screen readers', async () => {
    const { screen, field } = await open();
    await field.click();
    await expect.element(screen.getByRole('listbox')).toBeVisible();
    await expect.poll(() => screen.container.querySelector('label')?.closest('[aria-hidden=true]')).not.toBeNull();
    expect(screen.container.querySelector('label')?.getAttribute('aria-hidden')).toBeNull();
    await expect.element(field).toHaveAccessibleName('Region');
  });

  it('restores the selected name when the typed text is not selected', async () => {
    const { screen, field, selected } = await open();
    await field.click();
    await screen.getByRole('option', { name: 'Lagos' }).click();
    await userEvent.type(field, 'x');
    await userEvent.tab();
    await expect.element(field).toHaveValue('Lagos');
    await expect.element(selected('Lagos')).toBeVisible();
  });

  it('is cleared by its button', async () => {
    const { screen, field, selected } = await open();
    await field.click();
    await screen.getByRole('option', { name: 'Lagos' }).click();
    await screen.getByRole('button', { name: 'Clear Region' }).click();
    await expect.element(selected('none')).toBeVisible();
    await expect.element(field).toHaveValue('');
  });

  it('shows a text when nothing matches, and when the list is empty', async () => {
    const { screen, field } = await open();
    await userEvent.type(field, 'zz');
    await expect.element(screen.getByText('Nothing found for “zz”.')).toBeVisible();
    await screen.unmount();
    const none = await open({ options: [] });
    await none.field.click();
    await expect.element(none.screen.getByText('There is nothing to choose from.')).toBeVisible();
  });

  it('shows at most a hundred options, with a notice', async () => {
    const towns = Array.from({ length: 3000 }, (_, id) => ({ id, name: `Town ${id + 1}` }));
    const { screen, field, options, selected } = await open({ options: towns });
    await field.click();
    await expect.poll(() => options.elements().length).toBe(100);
    await expect.element(screen.getByText('The first 100 are shown. Type to find others.')).toBeVisible();
    await userEvent.type(field, 'town 2999');
    await expect.poll(() => options.elements().length).toBe(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(selected('Town 2999')).toBeVisible();
  });

  it('shows the reason when it is disabled', async () => {
    const { field } = await open({ disabledReason: 'Choose a country first' });
    await expect.element(field).toBeDisabled();
    await expect.element(field).toHaveAttribute('placeholder', 'Choose a country first');
  });

  it('shows that the options are loading', async () => {
    const { field } = await open({ options: [], loading: true });
    await expect.element(field).toHaveAttribute('placeholder', 'Loading…');
    await expect.element(field).toHaveAttribute('aria-busy', 'true');
  });

  it('shows that the options could not be loaded, and retries', async () => {
    const onRetry = vi.fn();
    const { screen, field } = await open({ loadError: { text: 'Failed to fetch regions.', onRetry } });
    await expect.element(field).toHaveAccessibleDescription('Failed to fetch regions.');
    await expect.element(field).toBeDisabled();
    await screen.getByRole('button', { name: 'Try Again' }).click();
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
