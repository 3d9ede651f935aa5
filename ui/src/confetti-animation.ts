/** 300 pieces for 5 seconds (PAYMENT-33). */
const PIECE_COUNT = 300;
export const DURATION_MS = 5000;
const FADE_OUT_MS = 800;
const COLOURS = ['--sk-highlight', '--sk-sale', '--sk-discount', '--sk-shipped', '--sk-paid'];

const randomBetween = (min: number, max: number): number => min + Math.random() * (max - min);

/**
 * Animates falling confetti on a canvas that covers the window. Pieces that leave at the bottom start again at the top.
 * @returns stops the animation
 */
export const startConfetti = (canvas: HTMLCanvasElement): (() => void) => {
  const context = canvas.getContext('2d');
  if (!context) return () => {};
  const style = getComputedStyle(canvas);
  const colours = COLOURS.map((name) => style.getPropertyValue(name));
  const pieces = Array.from({ length: PIECE_COUNT }, (_, index) => ({
    colour: colours[index % colours.length] ?? '',
    /** Start position and speed per second, as shares of the window's width and height. */
    left: Math.random(),
    above: Math.random(),
    fallSpeed: randomBetween(0.3, 0.7),
    sway: randomBetween(0.005, 0.02),
    radiansPerSecond: randomBetween(-4, 4),
    width: randomBetween(5, 10),
    height: randomBetween(8, 16),
  }));
  const startedAt = performance.now();
  const draw = () => {
    frame = requestAnimationFrame(draw);
    const elapsedMs = performance.now() - startedAt;
    const seconds = elapsedMs / 1000;
    const { innerWidth, innerHeight, devicePixelRatio } = window;
    // Setting the size also clears the canvas.
    canvas.width = innerWidth * devicePixelRatio;
    canvas.height = innerHeight * devicePixelRatio;
    context.globalAlpha = Math.max(0, Math.min(1, (DURATION_MS - elapsedMs) / FADE_OUT_MS));
    for (const { colour, left, above, fallSpeed, sway, radiansPerSecond, width, height } of pieces) {
      const x = (left + sway * Math.sin(seconds * 3 + above * 9)) * innerWidth;
      const y = (seconds * fallSpeed - above) * innerHeight;
      const angle = seconds * radiansPerSecond;
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      context.translate(x, y > 0 ? y % (innerHeight + height) : y);
      context.rotate(angle);
      context.fillStyle = colour;
      // The changing height makes the paper appear to tumble.
      context.fillRect(-width / 2, -height / 2, width, height * Math.abs(Math.cos(angle * 1.7)));
    }
  };
  let frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
};
