import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { ApiError, type Transport } from './api.ts';

/** Sends calls to the shop's own origin; no time limit (1-shopping, section 9). */
export const browserTransport: Transport = async ({ method, url, body, signal }) => {
  try {
    const response = await fetch(API_PREFIX + url, {
      method,
      signal: signal ?? null,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new ApiError('Request aborted');
    throw new ApiError('Network Error');
  }
};

/** A proxy's own error page is no JSON; its status says enough. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
