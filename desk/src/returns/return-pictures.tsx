import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { returnPictureQuery } from './returns.queries.ts';

/** @param storeId undefined for operators */
type PictureOf = { storeId: number | undefined; returnId: string; n: number };

/** The pictures of the buyer, each of which opens larger. */
export function ReturnPictures({
  storeId,
  returnId,
  count,
}: {
  storeId: number | undefined;
  returnId: string;
  count: number;
}) {
  return (
    <ul aria-label="Pictures of the buyer" className="grid grid-cols-[repeat(3,minmax(0,8rem))] gap-2">
      {Array.from({ length: count }, (_, index) => index + 1).map((n) => (
        <li key={n}>
          <ReturnPicture storeId={storeId} returnId={returnId} n={n} />
        </li>
      ))}
    </ul>
  );
}

function ReturnPicture({ storeId, returnId, n }: PictureOf) {
  const { data, isError, refetch } = useQuery(returnPictureQuery(storeId, returnId, n));
  const [isOpen, setOpen] = useState(false);
  const shape = 'aspect-square w-full rounded-[8px_8px_18px_8px]';
  if (isError)
    return (
      <div className={`${shape} flex flex-col items-center justify-center gap-1 bg-quiet p-2 text-center text-2xs`}>
        Picture {n} did not load
        <Button variant="text" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton className={shape} />;
  return (
    <>
      <button type="button" className="block w-full" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <img src={data} alt={`What the buyer shows, ${n}`} className={`${shape} object-cover`} />
      </button>
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title={`Picture ${n}`}>
          <img src={data} alt={`What the buyer shows, ${n}`} className="max-h-[70dvh] w-full object-contain" />
        </Dialog>
      )}
    </>
  );
}
