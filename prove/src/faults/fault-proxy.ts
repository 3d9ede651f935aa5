import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * What can happen to the connections of a service. Connections that are half-open or whose responses are lost stay so after
 * the fault, as with a router that lost its state.
 */
export type NetworkFault =
  /** Every packet arrives `DELAY_MS` later. */
  | 'delay'
  /** Open connections end, new ones are refused: the program is not running. */
  | 'cut'
  /** Open and new connections are reset. */
  | 'reset'
  /** Connections are accepted, and nothing passes any more. */
  | 'half-open'
  /** Requests arrive, responses do not. */
  | 'lost responses';

/** Delay of each packet, in each direction. */
export const DELAY_MS = 2000;

type Direction = 'requests' | 'responses';
type Connection = { client: Socket; service: Socket | undefined; fault: NetworkFault | undefined };

/** A TCP proxy in front of a service, which can disturb its connections. */
export class FaultProxy {
  readonly #target: NetConnectOpts;
  readonly #connections = new Set<Connection>();
  /** Connections to the service whose client is gone, which the service does not know. */
  readonly #orphans = new Set<Socket>();
  readonly #server = createServer((client) => this.#accept(client));
  #fault: NetworkFault | undefined;
  #port = 0;
  #disturbed = 0;

  private constructor(target: NetConnectOpts) {
    this.#target = target;
  }

  /** @param target the address of the service, or the path of its socket */
  static async open(target: NetConnectOpts): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await proxy.#listen();
    return proxy;
  }

  /** The port on 127.0.0.1 that replaces the service's. */
  get port(): number {
    return this.#port;
  }

  /**
   * How many connections were ended, and packets delayed or lost, since the fault began. Nobody counts a connection that is refused because
   * the proxy does not listen.
   */
  get disturbed(): number {
    return this.#disturbed;
  }

  /** Disturbs open and new connections until `end`. */
  async begin(fault: NetworkFault): Promise<void> {
    this.#fault = fault;
    this.#disturbed = 0;
    for (const connection of this.#connections) {
      connection.fault = fault;
      if (fault === 'cut' || fault === 'reset') this.#disturbed++;
      if (fault === 'cut') connection.client.destroy();
      if (fault === 'reset') connection.client.resetAndDestroy();
    }
    if (fault === 'cut') await this.#stopListening();
  }

  async end(): Promise<void> {
    const wasCut = this.#fault === 'cut';
    this.#fault = undefined;
    for (const connection of this.#connections) if (connection.fault === 'delay') connection.fault = undefined;
    this.#closeOrphans();
    if (wasCut) await this.#listen();
  }

  async close(): Promise<void> {
    for (const { client, service } of this.#connections) {
      client.destroy();
      service?.destroy();
    }
    this.#closeOrphans();
    if (this.#server.listening) await this.#stopListening();
  }

  #closeOrphans(): void {
    for (const service of this.#orphans) service.destroy();
    this.#orphans.clear();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    this.#port = address.port;
  }

  async #stopListening(): Promise<void> {
    this.#server.close();
    // Waits for the open connections too.
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    const connection: Connection = { client, service: undefined, fault: this.#fault };
    this.#connections.add(connection);
    client.on('error', () => undefined);
    client.once('close', () => {
      this.#connections.delete(connection);
      const { service } = connection;
      if (!service) return;
      if (this.#isSilent(connection, 'requests')) this.#orphans.add(service);
      else service.destroy();
    });
    if (this.#fault === 'reset' || this.#fault === 'half-open') this.#disturbed++;
    if (this.#fault === 'reset') return void client.resetAndDestroy();
    // Nothing reads the data of a client without a service.
    if (this.#fault === 'half-open') return;
    const service = connect(this.#target);
    connection.service = service;
    service.on('error', () => undefined);
    service.once('close', () => {
      if (!this.#isSilent(connection, 'responses')) client.destroy();
    });
    this.#relay(connection, client, service, 'requests');
    this.#relay(connection, service, client, 'responses');
  }

  #isSilent({ fault }: Connection, direction: Direction): boolean {
    return fault === 'half-open' || (fault === 'lost responses' && direction === 'responses');
  }

  /** Passes on data in its order, also when a delay begins or ends. */
  #relay(connection: Connection, from: Socket, to: Socket, direction: Direction): void {
    let previous: Promise<unknown> = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      if (connection.fault === 'delay' || this.#isSilent(connection, direction)) this.#disturbed++;
      const arrivesAt = performance.now() + (connection.fault === 'delay' ? DELAY_MS : 0);
      previous = previous.then(async () => {
        const leftMs = arrivesAt - performance.now();
        if (leftMs > 0) await wait(leftMs);
        if (!to.destroyed && !this.#isSilent(connection, direction)) to.write(chunk);
      });
    });
    from.on('end', () => {
      void previous.then(() => {
        if (!this.#isSilent(connection, direction)) to.end();
      });
    });
  }
}
