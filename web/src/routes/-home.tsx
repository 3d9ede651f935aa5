import { HomePage } from '../home/index.ts';
import { WithProductActions } from './-product-actions.tsx';

export function Home() {
  return (
    <WithProductActions>
      <HomePage />
    </WithProductActions>
  );
}
