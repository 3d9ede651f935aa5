/** Smooth scrolling, or instant when the visitor prefers reduced motion. */
export const scrollBehavior = (): 'smooth' | 'instant' =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
