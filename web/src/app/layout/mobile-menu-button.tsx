import { IconButton } from '@sokuwa/ui/icon-button.tsx';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Menu } from 'lucide-react';
import { useState } from 'react';

const MobileMenu = lazyWithRetry(async () => (await import('./mobile-menu.tsx')).MobileMenu);

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
        onPointerEnter={MobileMenu.preload}
        onFocus={MobileMenu.preload}
        onClick={() => setState('open')}
      />
      {state !== 'never' && (
        // Seen only where the menu could not be fetched: the menu itself stands over the page.
        <div className="absolute z-30">
          <MobileMenu open={state === 'open'} onClose={() => setState('closed')} />
        </div>
      )}
    </div>
  );
}
