import type { ShopSettings } from '@sokuwa/contract/operators/settings.schemas.ts';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, Search } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel, PanelStack } from '../ui/panel.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { settingsQuery } from './settings.queries.ts';

type Setting = ShopSettings['groups'][number]['settings'][number];

const matches = ({ name, help }: Setting, words: readonly string[]): boolean => {
  const text = `${name} ${help}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The settings with their meaning. They are changed in the environment of the process, not here. */
export function SettingsView() {
  const settings = useQuery(settingsQuery);
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const groups = (settings.data?.groups ?? [])
    .map((group) => ({ ...group, settings: group.settings.filter((setting) => matches(setting, words)) }))
    .filter((group) => group.settings.length > 0);
  return (
    <>
      <div className="pb-3">
        <SearchField
          label="Search settings"
          placeholder="Name or meaning of a setting"
          value={search}
          onChange={setSearch}
        />
        <p className="mt-2 text-muted text-xs">
          Of the process that responds. They are changed in its environment, and take effect at its next start.
        </p>
      </div>
      <PanelStack>
        {settings.isPending && <LoadingRows label="Loading settings" />}
        {settings.isError && !settings.data && (
          <ErrorPanel what="The settings" error={settings.error} onRetry={() => void settings.refetch()} />
        )}
        {settings.data && groups.length === 0 && (
          <EmptyPanel
            picture="search"
            icon={Search}
            title="No setting matches"
            action={<Button onClick={() => setSearch('')}>Clear the search</Button>}
          />
        )}
        {groups.map(({ title, settings: rows }) => (
          <Panel key={title} title={title}>
            <dl>
              {rows.map((setting) => (
                <div
                  key={setting.name}
                  className="grid gap-x-4 gap-y-1 border-line border-t px-4 py-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
                >
                  <dt className="wrap-anywhere font-mono text-heading text-xs lg:row-span-2">{setting.name}</dt>
                  <dd className="wrap-anywhere flex flex-wrap items-center gap-2">
                    <Value setting={setting} />
                  </dd>
                  <dd className="wrap-anywhere text-muted text-xs">
                    <Marked text={setting.help} />
                  </dd>
                </div>
              ))}
            </dl>
          </Panel>
        ))}
      </PanelStack>
    </>
  );
}

function Value({ setting: { value, is_secret, is_set, unset } }: { setting: Setting }) {
  if (is_secret)
    return is_set ? (
      <Badge tone="neutral" icon={EyeOff}>
        Set, not shown
      </Badge>
    ) : (
      <Unset text={unset} />
    );
  if (value === null || value === '') return <Unset text={unset} />;
  return (
    <>
      <b className="font-semibold text-heading">{value}</b>
      {!is_set && <span className="text-muted text-xs">default</span>}
    </>
  );
}

function Unset({ text }: { text: string | null }) {
  return (
    <span className="text-secondary">
      <Marked text={text ?? 'Not set'} />
    </span>
  );
}

/** A text in which values are between backticks. */
function Marked({ text }: { text: string }) {
  return text.split('`').map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
}
