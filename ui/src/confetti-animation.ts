/** 2-account-checkout, section 9: so many pieces, for so many milliseconds. */
const PIECES = 300;
export const DURATION_MS = 5000;
/** Milliseconds at the end in which they fade. */
const FADE = 800;
const COLOURS = ['--sk-highlight', '--sk-sale', '--sk-discount', '--sk-shipped', '--sk-paid'];

const between = (least: number, most: number): number => least + Math.random() * (most - least);

/**
 * Lets pieces of paper fall over a canvas that covers the window; who falls out below begins again above.
 * @returns how to stop it
 */
export const startConfetti = (canvas: HTMLCanvasElement): (() => void) => {
  const pen = canvas.getContext('2d');
  if (!pen) return () => {};
  const style = getComputedStyle(canvas);
  const colours = COLOURS.map((name) => style.getPropertyValue(name));
  const pieces = Array.from({ length: PIECES }, (_, at) => ({
    colour: colours[at % colours.length] ?? '',
    /** Places in widths and heights of the window, speeds in them a second. */
    across: Math.random(),
    above: Math.random(),
    fall: between(0.3, 0.7),
    sway: between(0.005, 0.02),
    turn: between(-4, 4),
    width: between(5, 10),
    height: between(8, 16),
  }));
  const begun = performance.now();
  const draw = () => {
    frame = requestAnimationFrame(draw);
    const passed = performance.now() - begun;
    const seconds = passed / 1000;
    const { innerWidth, innerHeight, devicePixelRatio } = window;
    // Also empties it.
    canvas.width = innerWidth * devicePixelRatio;
    canvas.height = innerHeight * devicePixelRatio;
    pen.globalAlpha = Math.max(0, Math.min(1, (DURATION_MS - passed) / FADE));
    for (const { colour, across, above, fall, sway, turn, width, height } of pieces) {
      const x = (across + sway * Math.sin(seconds * 3 + above * 9)) * innerWidth;
      const y = (seconds * fall - above) * innerHeight;
      const angle = seconds * turn;
      pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      pen.translate(x, y > 0 ? y % (innerHeight + height) : y);
      pen.rotate(angle);
      pen.fillStyle = colour;
      // Paper that turns shows its edge now and then.
      pen.fillRect(-width / 2, -height / 2, width, height * Math.abs(Math.cos(angle * 1.7)));
    }
  };
  let frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
};
