import { useEffect, useRef, useState } from 'react';
import { DURATION_MS, startConfetti } from './confetti-animation.ts';

const motionIsWelcome = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Confetti over the page for five seconds; none where less motion is wanted. For what the browser makes alone. */
export function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [falling, setFalling] = useState(motionIsWelcome);
  useEffect(() => {
    if (!falling || !canvas.current) return;
    const stop = startConfetti(canvas.current);
    const timer = setTimeout(() => setFalling(false), DURATION_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [falling]);
  if (!falling) return null;
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-60">
      <canvas ref={canvas} className="size-full" />
    </div>
  );
}
