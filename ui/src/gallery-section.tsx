import type { ReactNode } from 'react';

/** A titled section of the gallery. */
export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 border-line border-b py-8">
      <h2 className="mb-4 font-semibold text-muted text-sm">{title}</h2>
      {children}
    </section>
  );
}
