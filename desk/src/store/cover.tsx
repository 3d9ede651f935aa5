import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../ui/button.tsx';

/** The cover picture, or a pattern without one. */
export function Cover({ src, isSmall = false }: { src: string | null; isSmall?: boolean }) {
  const className = `aspect-5/2 w-full object-cover ${isSmall ? 'rounded-[10px_10px_28px_10px]' : 'rounded-[12px_12px_40px_12px]'}`;
  return src === null ? (
    <div aria-hidden="true" className={`placeholder-pattern ${className}`} />
  ) : (
    <img src={src} alt={isSmall ? '' : 'Cover of the store'} className={className} />
  );
}

/** A button that opens the choice of a file. */
export function CoverInput({
  label,
  disabled,
  onFile,
}: {
  label: string;
  disabled: boolean;
  onFile: (file: File) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<ImageUp />} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) void onFile(file);
        }}
      />
    </>
  );
}
