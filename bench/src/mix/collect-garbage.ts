/**
 * Collects the garbage of a Node process that listens for inspectors. A process that allocates little would otherwise
 * collect its old objects only after hours, and look as if it kept them.
 * @param port where it listens (`--inspect=127.0.0.1:port`)
 */
export const collectGarbage = async (port: number): Promise<void> => {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  if (!target) throw new Error(`nothing to inspect at port ${port}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    socket.onmessage = resolve;
    socket.onerror = () => reject(new Error(`the process at port ${port} does not collect garbage`));
  });
  socket.close();
};
