import { PICTURE_MEGABYTES } from '@sokuwa/contract/account/account.rules.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Camera } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Avatar } from './avatar.tsx';
import { readPicture } from './read-picture.ts';

/** The picture field, with a preview of a newly chosen file. An invalid file is refused and the previous choice stays. */
export function PhotoField({
  user,
  image,
  error,
  onChange,
}: {
  user: { first_name: string; last_name: string };
  image: string | null;
  error?: string | undefined;
  onChange: (picture: File | null) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; preview: string }>();
  const [fileError, setFileError] = useState<string>();
  const errorText = fileError ?? error;

  const choose = async (file: File | undefined) => {
    // Reset the input, so that choosing the same file again fires a change event.
    if (input.current) input.current.value = '';
    if (!file) return;
    const result = await readPicture(file);
    if ('error' in result) {
      setFileError(`${file.name}: ${result.error}`);
      return;
    }
    setFileError(undefined);
    setChosen({ name: file.name, preview: result.preview });
    onChange(file);
  };

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar user={user} image={chosen?.preview ?? image} large />
      <div className="min-w-0 flex-[1_1_14rem]">
        <p id={`${id}-label`} className="font-semibold text-heading text-sm">
          Photo
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <label
            className={cx(
              buttonClass({ variant: 'secondary', size: 'sm' }),
              'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            )}
          >
            <Camera className="size-5" />
            Choose a picture
            <input
              ref={input}
              type="file"
              accept="image/*"
              className="sr-only"
              aria-describedby={`${id}-note`}
              aria-invalid={errorText ? true : undefined}
              onChange={(event) => choose(event.target.files?.[0])}
            />
          </label>
          {chosen && (
            <Button
              variant="text"
              size="sm"
              onClick={() => {
                setChosen(undefined);
                setFileError(undefined);
                onChange(null);
                input.current?.focus();
              }}
            >
              Keep the old one
            </Button>
          )}
        </div>
        <div id={`${id}-note`} role="status" className="wrap-anywhere mt-2 text-sm">
          {errorText ? (
            <p className="text-danger">{errorText}</p>
          ) : (
            <p className="text-muted">
              {chosen
                ? `${chosen.name}: saved with Update.`
                : `JPEG, PNG, WebP, GIF or AVIF, up to ${PICTURE_MEGABYTES} MB.`}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
