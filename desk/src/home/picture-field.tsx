import { HOME_PICTURES, type HomePictureShape } from '@sokuwa/contract/home/home.rules.ts';
import type { HomePicture } from '@sokuwa/contract/home/home.schemas.ts';
import { addHomePicture } from '@sokuwa/contract/home/operator-home.endpoints.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Spinner } from '@sokuwa/ui/spinner.tsx';
import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { api } from '../lib/api.ts';
import { describeError } from '../lib/errors.ts';
import { shrinkPicture } from '../lib/shrink-picture.ts';
import { buttonClass } from '../ui/button.tsx';
import { labelClass } from '../ui/field.tsx';

const acceptedTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** A picture of the home page, and the button that uploads another one. The server cuts it to the size of its place. */
export function PictureField({
  label,
  src,
  shape,
  isLocked,
  onUploaded,
}: {
  label: string;
  src: string;
  shape: HomePictureShape;
  isLocked: boolean;
  onUploaded: (picture: HomePicture) => void;
}) {
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append(shape, await shrinkPicture(file), file.name);
      return api.call(addHomePicture, { body });
    },
    onSuccess: onUploaded,
  });
  const { width, height } = HOME_PICTURES[shape];
  return (
    <div>
      <p className={labelClass}>{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        <img
          src={src}
          alt=""
          className={cx('h-16 w-auto rounded-sm bg-quiet object-cover', upload.isPending && 'opacity-50')}
        />
        {!isLocked && (
          <label className={cx(buttonClass(), 'cursor-pointer focus-within:outline-3 focus-within:outline-focus')}>
            {upload.isPending ? <Spinner className="size-4.5" /> : <ImageUp />}
            Replace
            <span className="sr-only"> the picture: {label}</span>
            <input
              type="file"
              accept={acceptedTypes}
              className="sr-only"
              disabled={upload.isPending}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) upload.mutate(file);
                // The same file can be chosen again.
                target.value = '';
              }}
            />
          </label>
        )}
      </div>
      <p className="mt-1 text-muted text-xs">
        {width} × {height} pixels; what is outside is cut off.
      </p>
      <div role="status">
        {upload.isError && <p className="mt-1 font-medium text-danger text-xs">{describeError(upload.error)}</p>}
        {upload.isSuccess && <span className="sr-only">The picture is uploaded.</span>}
      </div>
    </div>
  );
}
