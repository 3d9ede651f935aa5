import { Search } from 'lucide-react';
import { controlClass } from './field.tsx';

/** Finds rows of a list. "/" puts the cursor into it (data-list-search). */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <div className="relative min-w-0 flex-auto lg:max-w-88">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        data-list-search
        onChange={({ target }) => onChange(target.value)}
        className={`${controlClass} pl-9.5`}
      />
    </div>
  );
}
