// A worker thread that hashes and verifies passwords.
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { createBirpc } from 'birpc';
import { lowerThreadPriority } from '../platform/priority.ts';
import type { PasswordCalls } from './passwords.ts';

lowerThreadPriority();
const port = parentPort;
if (!port) throw new Error('password-thread.ts must run in a worker thread');
const calls: PasswordCalls = { hash: hashSync, verify: verifySync };
createBirpc<object, PasswordCalls>(calls, {
  post: (message) => port.postMessage(message),
  on: (listener) => port.on('message', listener),
  timeout: -1,
});
