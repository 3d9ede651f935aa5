import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Maximum number of entries of one kind; the oldest are evicted. */
const MAX_ENTRIES = 1000;

/** oidc-provider's storage of one kind (session, code, …), in memory. */
export class MemoryAdapter implements Adapter {
  readonly #entries = new Map<string, { payload: AdapterPayload; expiresAt: number }>();

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    this.#entries.delete(id);
    this.#entries.set(id, { payload, expiresAt: Date.now() + expiresInSeconds * 1000 });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = this.#entries.get(id);
    return found && found.expiresAt > Date.now() ? found.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    for (const [id, { payload }] of this.#entries) if (payload.uid === uid) return this.find(id);
    return undefined;
  }

  /** Called only by the device flow, which the sandbox does not use. */
  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const found = this.#entries.get(id);
    if (found) found.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#entries.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#entries) if (payload.grantId === grantId) this.#entries.delete(id);
  }
}
