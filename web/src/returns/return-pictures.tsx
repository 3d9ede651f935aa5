import { PICTURE_MEGABYTES } from '@sokuwa/contract/account/account.rules.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { IconButton } from '@sokuwa/ui/icon-button.tsx';
import { Camera, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { readPicture } from '../account/index.ts';

/** A chosen picture; `uploadedId` once it is uploaded. */
export type ChosenPicture = { file: File; preview: string; uploadedId?: string };

/** Chooses pictures, with previews. An invalid file is refused and the others stay. */
export function ReturnPictures({
  pictures,
  max,
  error,
  onChange,
}: {
  pictures: readonly ChosenPicture[];
  max: number;
  error: string | undefined;
  onChange: (pictures: readonly ChosenPicture[]) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string>();
  const errorText = fileError ?? error;

  const add = async (files: readonly File[]) => {
    // Reset the input, so that choosing the same file again fires a change event.
    if (input.current) input.current.value = '';
    setFileError(undefined);
    const added: ChosenPicture[] = [];
    for (const file of files.slice(0, max - pictures.length)) {
      const result = await readPicture(file);
      if ('error' in result) setFileError(`${file.name}: ${result.error}`);
      else added.push({ file, preview: result.preview });
    }
    if (files.length > max - pictures.length) setFileError(`Choose ${max} pictures at most.`);
    onChange([...pictures, ...added]);
  };

  return (
    <div>
      <p id={`${id}-label`} className="font-semibold text-heading text-sm">
        Pictures (optional)
      </p>
      <ul className="mt-2 flex flex-wrap gap-3 empty:hidden">
        {pictures.map((picture, n) => (
          <li key={picture.preview} className="relative">
            <img src={picture.preview} alt={picture.file.name} className="size-24 rounded-md object-cover" />
            <IconButton
              icon={<X className="size-5" />}
              variant="round"
              label={`Remove ${picture.file.name}`}
              className="absolute top-0 right-0"
              onClick={() => {
                onChange(pictures.filter((_, other) => other !== n));
                input.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {pictures.length < max && (
        <label
          className={cx(
            buttonClass({ variant: 'secondary', size: 'sm' }),
            'mt-2 cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
          )}
        >
          <Camera className="size-5" />
          Add pictures
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            className="sr-only"
            aria-describedby={`${id}-note`}
            aria-invalid={errorText ? true : undefined}
            onChange={(event) => add([...(event.target.files ?? [])])}
          />
        </label>
      )}
      <p
        id={`${id}-note`}
        role="status"
        className={cx('wrap-anywhere mt-2 text-sm', errorText ? 'text-danger' : 'text-muted')}
      >
        {errorText ?? `Up to ${max}, each up to ${PICTURE_MEGABYTES} MB. Only the merchant and we see them.`}
      </p>
    </div>
  );
}
