import { ApiError } from '@sokuwa/contract/api-client.ts';
import { expect, it } from 'vitest';
import { contactFailure } from '../support/contact-texts.ts';
import {
  describeContactFailure,
  describeDetailFailure,
  describeListFailure,
  describeReplyFailure,
} from './message-texts.ts';

const apiError = (status: number, serverMessage?: string) =>
  new ApiError(serverMessage ?? 'x', status, undefined, serverMessage);
const networkError = new ApiError('Network Error');

it.each([
  [
    networkError,
    'Network Error: No response received from the server. Please check your internet connection.',
    'NETWORK_ERROR',
  ],
  [apiError(401, 'Invalid token.'), 'Authentication Failed: Your session has expired. Please log in again.', '401'],
  [apiError(403), 'Permission Denied: You do not have permission to send this message.', '403'],
  [apiError(429), 'Too Many Requests: You have sent too many messages. Please try again later.', '429'],
  [apiError(500), 'Server Error: An unexpected error occurred on our server. Please try again later.', '500'],
  [apiError(404, 'Not found.'), 'Not found.', '404'],
  [apiError(502), 'Unable to send message. Please try again.', '502'],
  [new Error('?'), 'Unable to send message. Please try again.', 'UNKNOWN_ERROR'],
])(
  'the form to contact a seller shows text and code for %s',
  { tags: ['@MESSAGE-43', '@MESSAGE-44', '@MESSAGE-45', '@MESSAGE-46', '@MESSAGE-47', '@MESSAGE-48', '@MESSAGE-49'] },
  (error, text, code) => {
    expect(describeContactFailure(error)).toEqual({ text, code });
  },
);

it.each([
  [networkError, 'No response received from server. Please check your internet connection.', 'NETWORK ERROR'],
  [apiError(400, 'No.'), 'Invalid input. Please check your details and try again.', '400 ERROR'],
  [apiError(429), 'Too many requests. Please try again later.', '429 ERROR'],
  [apiError(500), 'Server error. Our team has been notified. Please try again later.', '500 ERROR'],
  [apiError(503, 'Unavailable.'), 'Unavailable.', '503 ERROR'],
  [new ApiError('x', 418, undefined, undefined, {}, 'Teapot.'), 'Teapot.', '418 ERROR'],
  [apiError(502), 'An error occurred while sending the message', '502 ERROR'],
  [new ApiError('Unexpected server response.', 204), 'Unexpected server response.', '204 ERROR'],
  [new TypeError('?'), 'An unexpected error occurred', 'UNKNOWN'],
])(
  'the contact form shows text and code for %s',
  {
    tags: [
      '@SUPPORT-17',
      '@SUPPORT-18',
      '@SUPPORT-19',
      '@SUPPORT-20',
      '@SUPPORT-21',
      '@SUPPORT-22',
      '@SUPPORT-23',
      '@SUPPORT-24',
    ],
  },
  (error, text, code) => {
    expect(contactFailure(error)).toEqual({ text, code });
  },
);

it('lists, details and replies show the text of the server, else a default text', {
  tags: ['@MESSAGE-16', '@MESSAGE-25', '@MESSAGE-33'],
}, () => {
  expect([describeListFailure(apiError(500, 'Oh.')), describeListFailure(networkError)]).toEqual([
    'Oh.',
    'Failed to load messages.',
  ]);
  expect([describeDetailFailure(apiError(404, 'Not found.')), describeDetailFailure(networkError)]).toEqual([
    'Not found.',
    'Failed to fetch message details',
  ]);
  expect(describeReplyFailure(apiError(429, 'Slow down.'))).toEqual({ text: 'Slow down.', code: '429' });
  expect(describeReplyFailure(networkError)).toEqual({
    text: 'Failed to send reply. Please try again.',
    code: 'UNKNOWN_ERROR',
  });
});
