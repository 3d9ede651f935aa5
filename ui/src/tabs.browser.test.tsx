import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tabs } from './tabs.tsx';
import './testing/styles.css';

const TABS = [
  { id: 'description', label: 'Description', panel: <p>Firm white tubers.</p> },
  { id: 'warranty', label: 'Warranty', panel: <p>No warranty available at the moment</p> },
  { id: 'contact', label: 'Contact Seller', panel: <p>Sign in to contact this seller</p> },
];

it('selects by arrow keys, wraps at the ends, and shows one panel', async () => {
  const screen = await render(<Tabs label="About the product" tabs={TABS} />);
  const tab = (name: string) => screen.getByRole('tab', { name });
  await tab('Description').click();
  await expect.element(screen.getByText('Firm white tubers.')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Warranty')).toHaveFocus();
  await expect.element(tab('Warranty')).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByText('No warranty available at the moment')).toBeVisible();
  await expect.element(screen.getByText('Firm white tubers.')).not.toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(tab('Contact Seller')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab('Description')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(tab('Contact Seller')).toHaveAttribute('tabindex', '0');
});
