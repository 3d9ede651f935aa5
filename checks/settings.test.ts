import { describe, expect, it } from 'vitest';
import { envExample, settingsTables } from '../server/src/config/settings-documents.ts';

// `npm run settings` runs this test with --update, which writes the files.
describe('the declared settings', () => {
  it('are those of .env.example', { tags: ['@SETTING-4'] }, async () => {
    await expect(envExample()).toMatchFileSnapshot('../.env.example');
  });

  it('are those of docs/settings.md', async () => {
    await expect(settingsTables()).toMatchFileSnapshot('../docs/settings.md');
  });
});
