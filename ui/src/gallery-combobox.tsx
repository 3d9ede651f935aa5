import { useState } from 'react';
import { Combobox, type Option } from './combobox.tsx';
import { GallerySection } from './gallery-section.tsx';

const REGIONS = ['Abia State', 'Bauchi', 'Cross River State', 'Lagos', 'Ọ̀yọ́', 'Rivers State'].map((name, id) => ({
  id,
  name,
}));
const TOWNS = Array.from({ length: 3000 }, (_, id) => ({ id, name: `Town ${id + 1}` }));
const noop = () => {};

/** The combobox in every state. */
export function GalleryCombobox() {
  const [region, setRegion] = useState<Option<number> | null>({ id: 3, name: 'Lagos' });
  const [town, setTown] = useState<Option<number> | null>(null);
  return (
    <GallerySection title="Searchable select">
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <Combobox label="Region" options={REGIONS} value={region} onChange={setRegion} hint="Type or choose" />
        <Combobox label="Town" options={TOWNS} value={town} onChange={setTown} placeholder="One of three thousand" />
        <Combobox
          label="City, disabled"
          options={[]}
          value={null}
          onChange={noop}
          disabledReason="Choose a region first"
        />
        <Combobox label="City, loading" options={[]} value={null} onChange={noop} loading />
        <Combobox
          label="City, failed"
          options={[]}
          value={null}
          onChange={noop}
          loadError={{ text: 'Failed to fetch cities.', onRetry: noop }}
        />
        <Combobox label="City, empty" options={[]} value={null} onChange={noop} placeholder="An empty list" />
        <Combobox
          label="Country"
          options={REGIONS}
          value={null}
          onChange={noop}
          required
          error="Please choose a country"
        />
      </div>
    </GallerySection>
  );
}
