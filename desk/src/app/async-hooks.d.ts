/** The part of Node that server.tsx uses. With the types of Node, the code of the browser could use all of it. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    run<Result>(store: Store, callback: () => Result): Result;
    getStore(): Store | undefined;
  }
}
