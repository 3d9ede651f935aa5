// Renders the cards of one list repeatedly: the cost of React alone.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { CardsResult, CardsTask } from './cards.task.ts';

const [bundle = '', file = ''] = process.argv.slice(2);
const products = JSON.parse(await readFile(file, 'utf8')) as Product[];
const { renderCards } = (await import(pathToFileURL(bundle).href)) as {
  renderCards(products: readonly Product[]): string;
};

const count = (html: string, tag: string): number => html.split(tag).length - 1;

process.on('message', ({ seconds: duration }: CardsTask) => {
  const startMs = performance.now();
  let pages = 0;
  let html = '';
  for (const endMs = startMs + duration * 1000; performance.now() < endMs; pages++) {
    html = renderCards(products);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const result: CardsResult = {
    requests: pages,
    seconds,
    cards: count(html, '<article'),
    buttons: count(html, '<button'),
  };
  process.send?.(result);
});
process.on('disconnect', () => process.exit());
