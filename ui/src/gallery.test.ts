import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Gallery } from './gallery.tsx';

test('every component renders on the server without inline styles and scripts, which the content security policy blocks', () => {
  const html = renderToString(createElement(Gallery));
  expect(html).toContain('Components and states');
  expect(html).not.toMatch(/\sstyle=|<style|<script/);
});
