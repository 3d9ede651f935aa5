import { useEffect, useRef, useState } from 'react';
import { DURATION_MS, startConfetti } from './confetti-animation.ts';

const isMotionAllowed = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Confetti over the page (PAYMENT-33); none with reduced motion. Render it only in the browser. */
export function Confetti() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isRunning, setRunning] = useState(isMotionAllowed);
  useEffect(() => {
    if (!isRunning || !canvas.current) return;
    const stop = startConfetti(canvas.current);
    const timer = setTimeout(() => setRunning(false), DURATION_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isRunning]);
  if (!isRunning) return null;
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-60">
      <canvas ref={canvas} className="size-full" />
    </div>
  );
}
