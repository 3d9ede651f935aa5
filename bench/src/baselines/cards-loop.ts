// Renders the cards of one list over and over: what React alone costs.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { CardsAnswer, CardsOrder } from './cards.task.ts';

const [bundle = '', file = ''] = process.argv.slice(2);
const products = JSON.parse(await readFile(file, 'utf8')) as Product[];
const { renderCards } = (await import(pathToFileURL(bundle).href)) as {
  renderCards(products: readonly Product[]): string;
};

process.on('message', ({ seconds }: CardsOrder) => {
  const began = performance.now();
  let pages = 0;
  let cards = 0;
  for (const until = began + seconds * 1000; performance.now() < until; pages++) {
    cards = renderCards(products).split('<article').length - 1;
  }
  const answer: CardsAnswer = { requests: pages, seconds: (performance.now() - began) / 1000, cards };
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
