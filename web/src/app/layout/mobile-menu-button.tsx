import { IconButton } from '@sokuwa/ui/icon-button.tsx';
import { lazyDialog } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Menu } from 'lucide-react';
import { useState } from 'react';

const MobileMenu = lazyDialog(async () => (await import('./mobile-menu.tsx')).MobileMenu);

/** Opens the menu of narrow screens; the menu is loaded on demand. */
export function MobileMenuButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="-ml-2.5 lg:hidden">
      <IconButton
        label="Menu"
        icon={<Menu className="size-6" />}
        variant="plain"
        aria-haspopup="dialog"
        onPointerEnter={MobileMenu.preload}
        onFocus={MobileMenu.preload}
        onClick={() => setIsOpen(true)}
      />
      {/* Positions the error message when the menu could not be loaded; the menu itself is an overlay. */}
      <div className="absolute z-30">
        <MobileMenu open={isOpen} onClose={() => setIsOpen(false)} />
      </div>
    </div>
  );
}
