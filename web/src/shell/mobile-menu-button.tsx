import { Menu } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';

const load = () => import('./mobile-menu.tsx');
const MobileMenu = lazy(() => load().then((module) => ({ default: module.MobileMenu })));
const preload = () => {
  load().catch(() => {});
};

/** Opens the menu of narrow screens; the menu is fetched when it is reached for. */
export function MobileMenuButton() {
  // Mounted when first wanted, and left there, so that closing can be seen.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <div className="-ml-2.5 lg:hidden">
      <IconButton
        label="Menu"
        icon={<Menu className="size-6" />}
        variant="plain"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setState('open')}
      />
      {state !== 'never' && (
        <Suspense fallback={null}>
          <MobileMenu open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </div>
  );
}
