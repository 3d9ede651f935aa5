import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';

export interface Tab {
  id: string;
  label: ReactNode;
  panel: ReactNode;
}

export interface TabsProps {
  /** Names the row of tabs for readers. */
  label: string;
  tabs: readonly Tab[];
  /** The chosen tab where the page keeps it (in its address); otherwise the tabs keep it themselves. */
  value?: string;
  onChange?: (id: string) => void;
  className?: string;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs by the WAI-ARIA pattern: arrows, Home and End move and choose. All panels are in the page, one is shown. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(tabs[0]?.id);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const current = value ?? own;

  function choose(tab: Tab | undefined, focus: boolean) {
    if (!tab) return;
    setOwn(tab.id);
    onChange?.(tab.id);
    if (focus) buttons.current.get(tab.id)?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === current);
    const step = STEPS[event.key];
    if (step) choose(tabs[(at + step + tabs.length) % tabs.length], true);
    else if (event.key === 'Home') choose(tabs[0], true);
    else if (event.key === 'End') choose(tabs.at(-1), true);
    else return;
    event.preventDefault();
  }
  return (
    <div className={className}>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="no-scrollbar flex overflow-x-auto noscript:hidden shadow-[inset_0_-1px_0_var(--sk-line)]"
      >
        {tabs.map((tab) => {
          const chosen = tab.id === current;
          return (
            <button
              key={tab.id}
              ref={(node) => {
                if (node) buttons.current.set(tab.id, node);
                else buttons.current.delete(tab.id);
              }}
              type="button"
              role="tab"
              id={`${base}-tab-${tab.id}`}
              aria-selected={chosen}
              aria-controls={`${base}-panel-${tab.id}`}
              tabIndex={chosen ? 0 : -1}
              onClick={() => choose(tab, false)}
              className={cx(
                'h-12 shrink-0 whitespace-nowrap rounded-t-sm border-b-[3px] px-3 first:pl-0 text-base transition-colors duration-(--sk-dur-fast) -outline-offset-3!',
                chosen
                  ? 'border-action font-semibold text-heading'
                  : 'border-transparent text-secondary hover:border-line-strong hover:text-heading',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-panel-${tab.id}`}
          aria-labelledby={`${base}-tab-${tab.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern asks that a panel can take the focus
          tabIndex={0}
          // Not `hidden`: without script nobody could choose, and all are shown.
          className={cx('rounded-sm pt-5', tab.id !== current && 'hidden noscript:block')}
        >
          <p className="mb-3 hidden font-bold font-display text-heading text-lg noscript:block">{tab.label}</p>
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
