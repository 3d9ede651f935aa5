import { groups, type Setting } from './settings.ts';

/** A setting as operators see it. */
export type ShownSetting = {
  name: string;
  /** The text in use; null if it is not set and has no default, and of a secret. */
  value: string | null;
  is_secret: boolean;
  /** Whether the process was started with a value for it. */
  is_set: boolean;
  default: string | null;
  /** What an unset one means; null where the default says it. */
  unset: string | null;
  help: string;
};
export type SettingsGroup = { title: string; settings: readonly ShownSetting[] };

const showSetting = (name: string, setting: Setting, given: string | undefined): ShownSetting => {
  const { default: fallback = null, unset = null, isSecret = false, help } = setting;
  const value = isSecret ? null : (given ?? fallback);
  return { name, value, is_secret: isSecret, is_set: given !== undefined, default: fallback, unset, help };
};

/**
 * Every setting with its value, by topic. Secrets have none.
 * @param env environment variables by name
 */
export const showSettings = (env: Record<string, string | undefined>): readonly SettingsGroup[] =>
  groups.map(({ title, settings }) => ({
    title,
    settings: Object.entries<Setting>(settings).map(([name, setting]) =>
      showSetting(name, setting, env[name] || undefined),
    ),
  }));
