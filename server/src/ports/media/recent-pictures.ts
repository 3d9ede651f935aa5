import { createHash } from 'node:crypto';
import type { PictureFormat } from '@sokuwa/contract/catalog/catalog.rules.ts';

/** A picture's bytes, ready to send. */
export type Picture = { readonly bytes: Buffer; readonly format: PictureFormat; readonly etag: string };

/** The picture with the tag by which a browser asks whether it changed. */
export const picture = (bytes: Buffer, format: PictureFormat): Picture => ({
  bytes,
  format,
  etag: `"${createHash('sha1').update(bytes).digest('base64url')}"`,
});

/** The pictures asked for last, bounded in bytes. */
export class RecentPictures {
  readonly #pictures = new Map<string, Picture>();
  readonly #limit: number;
  #bytes = 0;

  /** @param limit bytes of pictures in all */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: string): Picture | undefined {
    const found = this.#pictures.get(id);
    if (!found) return undefined;
    // A Map keeps the order of insertion: what was asked for last is last.
    this.#pictures.delete(id);
    this.#pictures.set(id, found);
    return found;
  }

  set(id: string, added: Picture): void {
    // One picture that fills a quarter of the room would push out hundreds that are asked for more often.
    if (added.bytes.length > this.#limit / 4) return;
    this.#drop(id);
    this.#pictures.set(id, added);
    this.#bytes += added.bytes.length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#drop(oldest);
    }
  }

  #drop(id: string): void {
    this.#bytes -= this.#pictures.get(id)?.bytes.length ?? 0;
    this.#pictures.delete(id);
  }
}
