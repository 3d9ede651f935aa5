/** How the page may scroll by itself: smoothly, or at once for those who asked for less motion. */
export const scrollBehavior = (): 'smooth' | 'instant' =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
