import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchFromApi } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { createBuyerWithOrder } from '../support/orders.ts';
import { runCli } from '../support/shoppers.ts';
import { toolPath } from './tools.ts';

const run = promisify(execFile);

/** A merchant's program, with the types that openapi-typescript generates. It lists what is to be shipped, and ships the first order. */
const PROGRAM = `
import type { operations } from './api.ts';

type Orders = operations['listMerchantOrders']['responses'][200]['content']['application/json'];
type Order = operations['shipMerchantOrder']['responses'][200]['content']['application/json'];
type Parcel = operations['shipMerchantOrder']['requestBody']['content']['application/json'];

const [, , api, token] = process.argv;
const call = async <T>(path: string, init: { method?: string; body?: string } = {}): Promise<T> => {
  const headers = { authorization: \`Token \${token}\`, ...(init.body && { 'content-type': 'application/json' }) };
  const response = await fetch(\`\${api}\${path}\`, { ...init, headers });
  if (!response.ok) throw new Error(\`\${path}: \${await response.text()}\`);
  return response.json() as Promise<T>;
};
const { results } = await call<Orders>('/merchant/orders/?status=to_ship');
const [order] = results;
if (!order) throw new Error('there is nothing to ship');
const parcel: Parcel = { carrier: 'dhl', tracking_number: 'JD014600003828' };
const shipped = await call<Order>(\`/merchant/orders/\${order.id}/ship/\`, { method: 'POST', body: JSON.stringify(parcel) });
console.log(JSON.stringify({ status: shipped.status, tracking: shipped.parcels[0]?.tracking_url }));
`;

test('a client that is generated from the description ships an order', async ({ page, baseURL }) => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-client-'));
  try {
    const description = await (await page.request.get('/backend/docs')).text();
    await writeFile(join(folder, 'api.json'), description);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'program.ts'), PROGRAM);
    await run(process.execPath, [toolPath('openapi-typescript/bin/cli.js'), 'api.json', '-o', 'api.ts'], {
      cwd: folder,
    });
    await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'));
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--allowImportingTsExtensions',
      '--types',
      'node',
    ];
    await run(process.execPath, [toolPath('typescript/bin/tsc'), ...options, 'program.ts'], { cwd: folder });
    expect(await readFile(join(folder, 'api.ts'), 'utf8')).toContain('shipMerchantOrder');

    const { token, product } = await createBuyerWithOrder(page);
    const [order] = await fetchFromApi<{ id: string }[]>(page, '/list-orders', token);
    await page.request.post(`/sandbox/pay/${order?.id}-1/approve`);
    type Details = { merchant_profile: { merchant_id: number } };
    const { merchant_profile } = await fetchFromApi<Details>(page, `/api/products/${product.id}/`);
    const printed = runCli('merchants', 'token', String(merchant_profile.merchant_id), '--name', 'client');
    const merchantToken = printed.trim().split(/\s+/).at(-1) ?? '';
    const program = ['program.ts', `${baseURL}/backend`, merchantToken];
    const { stdout } = await run(process.execPath, program, { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      status: 'shipped',
      tracking: 'https://www.dhl.com/ng-en/home/tracking.html?tracking-id=JD014600003828',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
