import { allEndpoints } from '@sokuwa/contract/all-endpoints.ts';
import { API_PREFIX, type Endpoint, fillPath } from '@sokuwa/contract/endpoint.ts';

const named = allEndpoints.map(({ name, endpoint }): [name: string, call: Endpoint] => [name, endpoint]);
/** Every endpoint of the contract with a single response, with its name there. */
export const callEndpoints = named.filter(([, { events }]) => !events);
/** Every endpoint of the contract that streams events, with its name there. */
export const streamEndpoints = named.filter(([, { events }]) => events);

/** The endpoint's URL path with every parameter set to the same value, URL-encoded. */
export const createEndpointUrl = (call: Endpoint, param: string | number): string => {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return API_PREFIX + fillPath(call.path, Object.fromEntries(names.map((name) => [name, param])));
};

export const hasParams = (call: Endpoint): boolean => call.path.includes('{');

export const hasBody = (call: Endpoint): boolean => call.refusals.includes('invalid_json');

/** Whether programs of merchants or operators call it, with an API token. */
export const usesApiToken = ({ auth }: Endpoint): boolean => auth === 'merchant' || auth === 'operator';

/** Whether merchants, operators or people in the desk call it. The tests of its slice send its refusals. */
export const isStaffCall = (call: Endpoint): boolean => usesApiToken(call) || call.path.startsWith('/desk/');
