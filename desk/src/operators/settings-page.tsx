import { Link } from '@tanstack/react-router';
import { PageHead } from '../ui/page-head.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { DoctorView } from './doctor-view.tsx';
import { JobsView, type JobView } from './jobs-view.tsx';
import { SettingsView } from './settings-view.tsx';
import { SETTINGS_VIEWS } from './settings-views.ts';

export type SettingsViewName = (typeof SETTINGS_VIEWS)[number];
const VIEW_NAMES: Record<SettingsViewName, string> = {
  doctor: 'Doctor',
  jobs: 'Jobs and mails',
  settings: 'Settings',
};

export type SettingsSearch = { view?: SettingsViewName | undefined; jobs?: JobView | undefined };

/** Whether the shop runs, what failed in the background, and its settings. */
export function SettingsPage({ view = 'doctor', jobs, canAct }: SettingsSearch & { canAct: boolean }) {
  return (
    <>
      <PageHead title="Settings" subtitle="Whether everything works, what failed, and how the shop is set up" />
      <TabRow label="Views of the settings">
        {SETTINGS_VIEWS.map((name) => (
          <Link
            key={name}
            from="/market/settings"
            to="/market/settings"
            search={(before) => {
              if (name === view) return before;
              return name === 'doctor' ? {} : { view: name };
            }}
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {VIEW_NAMES[name]}
          </Link>
        ))}
      </TabRow>
      <div className="pt-3 lg:pt-4">
        {view === 'doctor' && <DoctorView />}
        {view === 'jobs' && <JobsView jobs={jobs} canAct={canAct} />}
        {view === 'settings' && <SettingsView />}
      </div>
    </>
  );
}
