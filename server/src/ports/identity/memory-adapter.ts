import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Maximum number of entries of one kind; the oldest are evicted. */
const MOST = 1000;

/** oidc-provider's storage of one kind (session, code, …), in memory. */
export class MemoryAdapter implements Adapter {
  readonly #kept = new Map<string, { payload: AdapterPayload; ends: number }>();

  async upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void> {
    this.#kept.delete(id);
    this.#kept.set(id, { payload, ends: Date.now() + seconds * 1000 });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = this.#kept.get(id);
    return found && found.ends > Date.now() ? found.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    for (const [id, { payload }] of this.#kept) if (payload.uid === uid) return this.find(id);
    return undefined;
  }

  /** Only for the device flow, which is not used. */
  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const found = this.#kept.get(id);
    if (found) found.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id);
  }
}
