import { describe, expect, it } from 'vitest';
import { loginUrl, readReturnSearch, returnPath, returnSearch } from './login-redirect.ts';

describe('the return path after the login', () => {
  it.each([
    ['/product/shopping/checkout', '/product/shopping/checkout'],
    ['/product/list?section=searchQuery&query=a%26b#results', '/product/list?section=searchQuery&query=a%26b#results'],
    ['/order/../profile', '/profile'],
    // An encoded slash or backslash stays part of the path: browsers do not decode it.
    ['/%2Felsewhere.example', '/%2Felsewhere.example'],
    ['/%5Celsewhere.example', '/%5Celsewhere.example'],
  ])('accepts %s', { tags: ['@ACCOUNT-20', '@ACCOUNT-22'] }, (text, path) => expect(returnPath(text)).toBe(path));

  it.each([
    undefined,
    7,
    '',
    'profile',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\n/elsewhere.example',
    ' //elsewhere.example',
    '%2F%2Felsewhere.example',
    '/..//elsewhere.example',
    'data:text/html,x',
    '/\t/elsewhere.example',
    '/.//elsewhere.example',
    'javascript:alert(1)',
    '//[',
    '/login',
    '/login?next=/profile',
    '/register',
    '/reset-password/?uid=a&token=b',
    '/verify-email/a/b',
  ])('is home for %j', { tags: ['@ACCOUNT-22'] }, (text) => expect(returnPath(text)).toBe('/'));

  it('is omitted from the URL when it is home', () => {
    expect(returnSearch('/')).toEqual({});
    expect(loginUrl('/')).toBe('/login');
    expect(readReturnSearch({ next: '//x' })).toEqual({});
    expect(readReturnSearch({})).toEqual({});
  });

  it('is part of the login URL', () => {
    expect(loginUrl('/order?page=2')).toBe('/login?next=%2Forder%3Fpage%3D2');
    expect(readReturnSearch({ next: '/order?page=2', other: 'x' })).toEqual({ next: '/order?page=2' });
  });
});
