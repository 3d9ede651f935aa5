import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';

export interface Tab {
  id: string;
  label: ReactNode;
  panel: ReactNode;
}

export interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  /** The selected tab; without it the component is uncontrolled. */
  value?: string;
  onChange?: (id: string) => void;
  className?: string;
}

const ARROW_STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * The WAI-ARIA tabs pattern with automatic activation: arrow keys, Home and End select. All panels are rendered, to be
 * readable without script.
 */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  const baseId = useId();
  const [ownValue, setOwnValue] = useState(tabs[0]?.id);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const selectedId = value ?? ownValue;

  function select(tab: Tab | undefined, focus: boolean) {
    if (!tab) return;
    setOwnValue(tab.id);
    onChange?.(tab.id);
    if (focus) buttons.current.get(tab.id)?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === selectedId);
    const step = ARROW_STEPS[event.key];
    if (step) select(tabs[(at + step + tabs.length) % tabs.length], true);
    else if (event.key === 'Home') select(tabs[0], true);
    else if (event.key === 'End') select(tabs.at(-1), true);
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
          const isSelected = tab.id === selectedId;
          return (
            <button
              key={tab.id}
              ref={(node) => {
                if (node) buttons.current.set(tab.id, node);
                else buttons.current.delete(tab.id);
              }}
              type="button"
              role="tab"
              id={`${baseId}-tab-${tab.id}`}
              aria-selected={isSelected}
              aria-controls={`${baseId}-panel-${tab.id}`}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => select(tab, false)}
              className={cx(
                'h-12 shrink-0 whitespace-nowrap rounded-t-sm border-b-[3px] px-3 first:pl-0 text-base transition-colors duration-(--sk-dur-fast) -outline-offset-3!',
                isSelected
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
          id={`${baseId}-panel-${tab.id}`}
          aria-labelledby={`${baseId}-tab-${tab.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the tabs pattern makes panels focusable
          tabIndex={0}
          // Not the `hidden` attribute: without script all panels are shown.
          className={cx('rounded-sm pt-5', tab.id !== selectedId && 'hidden noscript:block')}
        >
          <p className="mb-3 hidden font-bold font-display text-heading text-lg noscript:block">{tab.label}</p>
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
