import type { ShopSettings } from '@sokuwa/contract/operators/settings.schemas.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { groups, type Setting } from '../config/settings.ts';
import { signInOperator } from '../testing/operator.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let headers: { authorization: string };
beforeAll(async () => {
  shop = await openTestShop({
    ...{ PAYSTACK_SECRET_KEY: 'sk_test_verysecret', PAYSTACK_URL: 'http://127.0.0.1:9' },
    SMTP_URL: 'smtp://ada:hidden@127.0.0.1:9',
  });
  headers = await signInOperator(shop);
});
afterAll(() => shop.close());
const get = (path: string) => shop.app.inject({ url: `/backend/operator/${path}`, headers });

describe('the settings', { tags: ['@OPERATOR-21'] }, () => {
  it('are shown with their values, of secrets only whether they are set', async () => {
    const response = await get('settings/');
    const all = response.json<ShopSettings>().groups.flatMap(({ settings }) => settings);
    const find = (name: string) => all.find((setting) => setting.name === name);
    expect(find('PUBLIC_URL')).toMatchObject({ value: 'http://shop.test', is_set: true, is_secret: false });
    expect(find('DEFAULT_COUNTRY')).toMatchObject({ value: 'NG', is_set: false, default: 'NG' });
    expect(find('PAYSTACK_SECRET_KEY')).toMatchObject({ value: null, is_set: true, is_secret: true });
    expect(find('ENCRYPTION_KEY')).toMatchObject({ value: null, is_set: false, is_secret: true });
    for (const secret of ['verysecret', 'hidden', shop.config.databaseUrl ?? 'none'])
      expect(response.body).not.toContain(secret);
  });

  it('whose name says that they are secret, or that are URLs of a system with a password, are secrets', () => {
    const harmless = ['PUBLIC_URL', 'API_URL', 'SELL_URL', 'COUNTRIES_URL', 'PAYSTACK_URL', 'DHL_URL'];
    for (const [name, { isSecret }] of groups.flatMap(({ settings }) => Object.entries<Setting>(settings)))
      if (/KEY|SECRET|TOKEN|PASSWORD|_URL$/.test(name) && !harmless.includes(name)) expect(isSecret, name).toBe(true);
  });
});

describe('the doctor', { tags: ['@OPERATOR-21'] }, () => {
  it('examines the shop once a minute, however often it is asked', async () => {
    const [first, second] = await Promise.all([get('doctor/'), get('doctor/')]);
    expect(first.json().findings).toContainEqual(expect.objectContaining({ subject: 'database', level: 'ok' }));
    expect(first.json().findings).toContainEqual(expect.objectContaining({ subject: 'mail', level: 'error' }));
    expect(second.json()).toEqual(first.json());
    expect((await get('doctor/')).json()).toEqual(first.json());
    for (const secret of ['verysecret', 'hidden']) expect(first.body).not.toContain(secret);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect(Date.parse((await get('doctor/')).json().at)).toBeGreaterThan(Date.parse(first.json().at) + 60_000);
    } finally {
      vi.useRealTimers();
    }
  });
});
