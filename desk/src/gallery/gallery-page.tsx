import { toast } from '@sokuwa/ui/toast.ts';
import {
  Banknote,
  CircleCheck,
  CircleX,
  Clock,
  EyeOff,
  Package,
  PackageCheck,
  Pencil,
  Plus,
  Search,
  Trash2,
  Truck,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge, CountBadge } from '../ui/badge.tsx';
import { BarChart } from '../ui/bar-chart.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { type Column, DataTable, rowLinkClass } from '../ui/data-table.tsx';
import { FactRow, Facts } from '../ui/facts.tsx';
import { Choice, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { FootBar, FootBarText } from '../ui/foot-bar.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Columns, Panel, PanelStack } from '../ui/panel.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SortableList } from '../ui/sortable-list.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { MarketMark, StoreMark } from '../ui/store-mark.tsx';
import { Timeline, TimelineItem } from '../ui/timeline.tsx';

/** The parts of the desk's pages in their states, as a reference. The parts that the shop has too are in its own gallery (/sandbox/ui). */
export function GalleryPage() {
  return (
    <main id="main" className="mx-auto max-w-5xl p-(--gutter) lg:py-8">
      <PageHead title="Parts of the desk" subtitle="In their states; those that the shop has too are at /sandbox/ui" />
      <Columns isEven>
        <PanelStack>
          <Buttons />
          <Fields />
          <Lists />
        </PanelStack>
        <PanelStack>
          <States />
          <Opening />
          <Facing />
        </PanelStack>
      </Columns>
      <div className="mt-4">
        <Table />
      </div>
    </main>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 py-1.5">{children}</div>;
}

function Buttons() {
  return (
    <Panel title="Buttons" isPadded>
      <Row>
        <Button variant="primary">Save</Button>
        <Button>Not now</Button>
        <Button variant="text">Clear</Button>
        <Button variant="danger">Cancel pieces</Button>
        <Button variant="danger-solid">Delete</Button>
      </Row>
      <Row>
        <Button size="lg" icon={<Plus />}>
          Large
        </Button>
        <Button size="sm" icon={<Pencil />}>
          Small
        </Button>
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <IconButton label="Delete" icon={<Trash2 />} />
        <CopyButton text="HZ6DGWKJQJH6" what="the order" />
      </Row>
    </Panel>
  );
}

function Fields() {
  const [search, setSearch] = useState('');
  return (
    <Panel title="Fields" isPadded>
      <div className="flex flex-col gap-4">
        <TextField label="Name of the store" hint="As shoppers see it" defaultValue="Makola Sisters" />
        <TextField label="Price" error="Write an amount of more than 0, such as 1,500." defaultValue="a lot" />
        <TextField label="Registration number" optional disabled />
        <SelectField label="Carrier" options={[{ value: 'dhl', label: 'DHL Express' }]} />
        <TextArea label="Description" rows={3} />
        <SearchField label="Find products" placeholder="Name, code, keyword" value={search} onChange={setSearch} />
        <div>
          <Choice label="Close the store for a while" hint="Products stay visible, and cannot be bought." />
          <Choice type="radio" name="gallery" label="Add the stock" defaultChecked />
          <Choice type="radio" name="gallery" label="Keep the stock" />
        </div>
      </div>
    </Panel>
  );
}

function States() {
  return (
    <>
      <Panel title="States" isPadded>
        <Row>
          <Badge tone="waiting" icon={Package}>
            To ship
          </Badge>
          <Badge tone="accepted" icon={CircleCheck}>
            Paid
          </Badge>
          <Badge tone="moving" icon={Truck}>
            Shipped
          </Badge>
          <Badge tone="done" icon={PackageCheck}>
            Delivered
          </Badge>
          <Badge tone="wrong" icon={CircleX}>
            Cancelled
          </Badge>
          <Badge tone="neutral" icon={EyeOff}>
            Draft
          </Badge>
          <CountBadge count={3} />
          <CountBadge count={12} tone="new" />
          <CountBadge count={120} tone="late" />
        </Row>
        <div className="flex flex-col gap-2 pt-2">
          <Note>Payouts are drafted on Fridays.</Note>
          <Note tone="good">The store is open.</Note>
          <Note tone="warning">An order leaves today.</Note>
          <Note tone="plain">A draft is not in the shop.</Note>
        </div>
      </Panel>
      <Panel title="Empty">
        <EmptyPanel picture="orders" icon={Package} title="Nothing to ship" action={<Button>All orders</Button>}>
          Paid orders come here, the one that must leave first on top.
        </EmptyPanel>
      </Panel>
      <Panel title="Nothing found">
        <EmptyPanel
          picture="search"
          icon={Search}
          title="No order matches"
          action={<Button>Clear the search</Button>}
        />
      </Panel>
      <Panel title="Failed">
        <ErrorPanel what="Orders" error={undefined} onRetry={() => toast.success('Tried again')} />
      </Panel>
      <Panel title="Loading">
        <LoadingRows label="Loading orders" count={2} />
      </Panel>
    </>
  );
}

type Opened = 'question' | 'reason' | 'bar';

function Opening() {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <Panel title="What opens" isPadded>
      <Row>
        <Button onClick={() => setOpened('question')}>Question</Button>
        <Button onClick={() => setOpened('reason')}>Reason</Button>
        <Button onClick={() => setOpened('bar')}>Foot bar</Button>
        <Button onClick={() => toast.undoable('2 products paused', () => toast.success('2 products are live again'))}>
          Toast with Undo
        </Button>
      </Row>
      {opened === 'question' && (
        <ConfirmDialog
          title="Cancel 2 pieces?"
          keepLabel="Keep them"
          confirmLabel="Cancel 2 pieces"
          isBusy={false}
          onConfirm={close}
          onClose={close}
        >
          The buyer gets ₦10,400 back. This is final.
        </ConfirmDialog>
      )}
      {opened === 'reason' && (
        <ReasonDialog
          title="Suspend Makola Sisters?"
          keepLabel="Not now"
          confirmLabel="Suspend"
          isDanger
          onAct={async () => close()}
          onClose={close}
        >
          Its 13 products leave the shop within a second. Paid orders can still be shipped.
        </ReasonDialog>
      )}
      {opened === 'bar' && (
        <FootBar label="Changes">
          <FootBarText>2 prices changed</FootBarText>
          <Button variant="bar-text" onClick={close}>
            Discard
          </Button>
          <Button variant="bar-primary" onClick={close}>
            Save
          </Button>
        </FootBar>
      )}
    </Panel>
  );
}

function Facing() {
  return (
    <Panel title="Facts" isPadded>
      <Row>
        <StoreMark name="Makola Sisters" />
        <MarketMark />
      </Row>
      <Facts>
        <FactRow name="Products">₦14,200</FactRow>
        <FactRow name="Commission">-₦1,420</FactRow>
        <FactRow name="You receive" isTotal>
          ₦12,780
        </FactRow>
      </Facts>
      <div className="pt-4">
        <Timeline>
          <TimelineItem icon={Clock} state="next" when="30 Nov">
            Leaves by then
          </TimelineItem>
          <TimelineItem icon={Banknote} state="done" when="28 Nov, 14:23">
            Paid
          </TimelineItem>
        </Timeline>
      </div>
      <BarChart
        title="Sales of three days"
        description="Highest on 27 November"
        bars={[
          { key: '26', label: '26 Nov', value: 4 },
          { key: '27', label: '27 Nov', value: 9 },
          { key: '28', label: '28 Nov', value: 6 },
        ]}
        formatTick={String}
        formatValue={String}
      />
    </Panel>
  );
}

function Lists() {
  const [pieces, setPieces] = useState(1);
  const [keys, setKeys] = useState(['Ankara by the yard', 'Hot deals', 'Made by hand']);
  return (
    <Panel title="Order and number" aside={<Stepper label="Pieces" value={pieces} max={3} onChange={setPieces} />}>
      <SortableList
        label="Banners"
        items={keys.map((key) => ({ key, name: key, content: <span className="py-2.5">{key}</span> }))}
        currentKey={keys[0]}
        onMove={setKeys}
      />
    </Panel>
  );
}

type Sample = { id: string; buyer: string; total: string };
const samples: readonly Sample[] = [
  { id: 'HZ6DGWKJQJH6-1', buyer: 'Ada Obi, Lagos', total: '₦12,780' },
  { id: '3G9QD6X8V43R-1', buyer: 'Kofi Mensah, Toronto', total: '₦9,120' },
];
const sampleColumns: readonly Column<Sample>[] = [
  {
    id: 'id',
    header: 'Order',
    meta: { isRowHeader: true, areaClass: 'max-lg:[grid-area:id]' },
    cell: ({ row: { original } }) => <span className={rowLinkClass}>{original.id}</span>,
  },
  {
    id: 'buyer',
    header: 'Buyer',
    meta: { areaClass: 'max-lg:[grid-area:buyer] text-secondary' },
    cell: ({ row: { original } }) => original.buyer,
  },
  {
    id: 'total',
    header: 'You receive',
    meta: { isNumber: true, areaClass: 'max-lg:[grid-area:total]' },
    cell: ({ row: { original } }) => original.total,
  },
];

function Table() {
  const [rows, setRows] = useState<Record<string, true>>({});
  return (
    <Panel title="Table, which is cards on phones">
      <DataTable
        caption="Orders"
        columns={sampleColumns}
        rows={samples}
        rowId={({ id }) => id}
        cardClass="max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:[grid-template-areas:'select_id_total''select_buyer_buyer']"
        selection={{
          rows,
          onChange: (next) => setRows(typeof next === 'function' ? next(rows) : next),
          labelOf: (id) => `Choose order ${id}`,
        }}
      />
    </Panel>
  );
}
