import './app.css';
import { startEarlyPresses } from '@sokuwa/ui/early-presses.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { setRenderTime } from '../lib/clock.ts';
import { Desk } from './desk.tsx';
import { readPageData } from './page-data.ts';
import { makeDesk } from './router.tsx';

const element = document.getElementById('desk');
if (!element) throw new Error('index.html has no element for the desk');

/** Takes over a page of the server. @param time when it was rendered */
const hydrate = async (desk: ReturnType<typeof makeDesk>, time: Date) => {
  // As the router's own hydration: then it renders the same boundaries as on the server.
  desk.router.ssr = { manifest: undefined };
  await desk.router.load();
  setRenderTime(time);
  hydrateRoot(element, <Desk {...desk} />);
  startEarlyPresses();
};

const desk = makeDesk();
const time = readPageData(desk.queryClient);
// Not awaited: files with routes import this one, so they would wait for it, and it for them.
if (time) void hydrate(desk, time);
else {
  createRoot(element).render(<Desk {...desk} />);
  startEarlyPresses();
}
