/**
 * A server that runs the programs of this folder for the journeys, one after another: starting a process for each one costs more than most
 * programs. The body of a request is the name of a program and its arguments, as JSON; the response is what the program writes. The server
 * writes its URL when it is ready.
 */
import { text } from 'node:stream/consumers';
import { openLocalServer } from './local-server.ts';

let runs = 0;

/** @returns what the program writes */
const run = async ([name = '', ...args]: string[]): Promise<string> => {
  let output = '';
  process.argv = [process.execPath, name, ...args];
  const { write } = process.stdout;
  process.stdout.write = (chunk: string | Uint8Array) => {
    output += chunk;
    return true;
  };
  try {
    runs += 1;
    // The query makes Node run the module again; what it imports stays loaded.
    await import(`./${name}?run=${runs}`);
  } finally {
    process.stdout.write = write;
  }
  return output.trim();
};

// Programs read process.argv and write to stdout, so only one runs at a time.
let last: Promise<unknown> = Promise.resolve();

const { url } = await openLocalServer(async (request, response) => {
  const command: string[] = JSON.parse(await text(request));
  const result = last.then(() => run(command));
  last = result.catch(() => undefined);
  result.then(
    (output) => response.end(output),
    (error) => response.writeHead(500).end(String(error?.stack ?? error)),
  );
});
process.stdout.write(`${url}\n`);
