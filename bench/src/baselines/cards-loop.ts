// Renders the cards of one list again and again: the cost of React alone.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { CardsResult, CardsTask } from './cards.task.ts';

const [bundle = '', file = ''] = process.argv.slice(2);
const products = JSON.parse(await readFile(file, 'utf8')) as Product[];
const { renderCards } = (await import(pathToFileURL(bundle).href)) as {
  renderCards(products: readonly Product[]): string;
};

process.on('message', ({ seconds }: CardsTask) => {
  const startMs = performance.now();
  let pages = 0;
  let cards = 0;
  for (const endMs = startMs + seconds * 1000; performance.now() < endMs; pages++) {
    cards = renderCards(products).split('<article').length - 1;
  }
  const result: CardsResult = { requests: pages, seconds: (performance.now() - startMs) / 1000, cards };
  process.send?.(result);
});
process.on('disconnect', () => process.exit());
