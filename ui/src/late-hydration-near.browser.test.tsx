import { Suspense } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { hydrateLate } from './late-hydration.tsx';

const Part = () => <p>In sight</p>;

// In a file of its own, because late hydration starts only once in a page.
it('loads a part that is in sight without an interaction of the visitor', async () => {
  document.body.innerHTML = renderToString(
    <div>
      <Suspense>
        <Part />
      </Suspense>
    </div>,
  );
  const importPart = vi.fn(async () => Part);
  const LatePart = hydrateLate(importPart);
  const root = hydrateRoot(document.body, <LatePart />);
  await expect.poll(() => importPart.mock.calls.length).toBe(1);
  root.unmount();
});
