import type { HomeContent, HomeState, Preview } from '@sokuwa/contract/home/home.schemas.ts';
import { previewHome, saveHomeDraft } from '@sokuwa/contract/home/operator-home.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye, Save, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api } from '../lib/api.ts';
import { readDraft, removeDraft, storeDraft } from '../lib/drafts.ts';
import { describeError, isRefusal } from '../lib/errors.ts';
import { formatDayAndTime, formatNumberOf } from '../lib/format.ts';
import { CountBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { UnsavedBar } from '../ui/foot-bar.tsx';
import { Note } from '../ui/note.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { TabRow, tabClass } from '../ui/tabs.tsx';
import { homeQuery, useSaveHome } from './home.queries.ts';
import {
  type ConflictKey,
  countChanges,
  findHomeConflicts,
  findMissing,
  type HomePart,
  isSame,
  mergeHome,
  PART_NAMES,
  readLocalDraft,
} from './home.values.ts';
import { HomeConflictDialog } from './home-conflict-dialog.tsx';
import { HOME_TABS } from './home-tabs.ts';
import { PartEditor } from './part-editor.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { VersionsPanel } from './versions-panel.tsx';

type HomeTab = HomePart | 'versions';
const TAB_NAMES: Record<HomeTab, string> = {
  banners: 'Banners',
  tiles: 'Tiles',
  articles: 'Articles',
  versions: 'Versions',
};

export type HomeSearch = { part?: HomeTab | undefined; item?: number | undefined };
type Props = HomeSearch & { isWritable: boolean; onOpen: (search: HomeSearch) => void };

/** What the home page of the shop shows: a draft that operators share, and its versions. */
export function HomePage(props: Props) {
  // What is edited is compared with what was read: another draft must not take its place unseen.
  const home = useQuery({ ...homeQuery, staleTime: 0, refetchOnWindowFocus: false });
  if (home.data) return <HomeEditor {...props} state={home.data} />;
  return (
    <>
      <PageHead title="Home page" />
      {home.isPending && <LoadingRows label="Loading the home page" />}
      {home.isError && <ErrorPanel what="The home page" error={home.error} onRetry={() => void home.refetch()} />}
    </>
  );
}

const DRAFT_KEY = 'home';

const contentOf = ({ draft, showing }: HomeState): HomeContent => draft?.content ?? showing.content;

function HomeEditor({ state, part = 'banners', item = 0, isWritable, onOpen }: Props & { state: HomeState }) {
  const queryClient = useQueryClient();
  const saveState = useSaveHome();
  /** What the editor was filled with, which changes are compared with and made from. */
  const [start] = useState(() => {
    const local = isWritable ? readLocalDraft(readDraft(DRAFT_KEY)) : undefined;
    return local ?? { revision: state.revision, base: contentOf(state), content: contentOf(state) };
  });
  const [revision, setRevision] = useState(start.revision);
  const [base, setBase] = useState(start.base);
  const [content, setContent] = useState(start.content);
  const [theirs, setTheirs] = useState<HomeState>();
  const [failure, setFailure] = useState<string>();
  const [showsMissing, setShowsMissing] = useState(false);
  const [isBusy, setBusy] = useState<'save' | 'preview' | 'publish'>();
  const [preview, setPreview] = useState<Preview>();
  const [isPublishing, setPublishing] = useState(false);
  const missing = findMissing(content);
  const changes = countChanges(content, base);
  const isChanged = !isSame(content, base);
  const { draft } = state;

  // Another response of the server, while nothing is typed: it is what is edited from now on.
  const lastRevision = useRef(state.revision);
  useEffect(() => {
    if (state.revision === lastRevision.current) return;
    lastRevision.current = state.revision;
    if (isChanged) return;
    setRevision(state.revision);
    setBase(contentOf(state));
    setContent(contentOf(state));
  }, [state, isChanged]);

  const edit = (next: HomeContent) => {
    setContent(next);
    if (isSame(next, base)) removeDraft(DRAFT_KEY);
    else storeDraft(DRAFT_KEY, { revision, base, content: next });
  };
  /** What the server has now is what changes are made from. @param kept what is edited on */
  const adopt = (read: HomeState, kept: HomeContent = contentOf(read)) => {
    lastRevision.current = read.revision;
    setRevision(read.revision);
    setBase(contentOf(read));
    setContent(kept);
    setTheirs(undefined);
    setFailure(undefined);
    setShowsMissing(false);
    if (isSame(kept, contentOf(read))) removeDraft(DRAFT_KEY);
    else storeDraft(DRAFT_KEY, { revision: read.revision, base: contentOf(read), content: kept });
    saveState(read);
  };
  /** Somebody else has saved or published: what only one of both has changed needs no choice. */
  const meet = async () => {
    const read = await queryClient.fetchQuery({ ...homeQuery, staleTime: 0 });
    if (isChanged && findHomeConflicts(content, contentOf(read), base).length > 0) {
      setTheirs(read);
      return;
    }
    adopt(read, isChanged ? mergeHome(content, contentOf(read), base, []) : contentOf(read));
    toast.info('Somebody else has changed the draft too', 'Look at it, and try again.');
  };
  /** @returns the saved state; undefined if it was not saved */
  const save = async (): Promise<HomeState | undefined> => {
    setFailure(undefined);
    const [first] = missing;
    if (first) {
      setShowsMissing(true);
      setFailure(
        `${formatNumberOf(missing.length, 'text')} missing, the first in ${PART_NAMES[first.part].toLowerCase()} ${first.index + 1}.`,
      );
      onOpen({ part: first.part, item: first.index });
      return undefined;
    }
    try {
      const saved = await api.call(saveHomeDraft, { body: { revision, content } });
      adopt(saved);
      return saved;
    } catch (error) {
      if (isRefusal(error, 'home_changed')) await meet();
      else setFailure(describeError(error));
      return undefined;
    }
  };
  const runBusy = async (what: 'save' | 'preview' | 'publish', run: () => Promise<void>) => {
    setBusy(what);
    try {
      await run();
    } catch (error) {
      setFailure(describeError(error));
    } finally {
      setBusy(undefined);
    }
  };
  const openPreview = async (version: number | null): Promise<Preview | undefined> => {
    try {
      const opened = await api.call(previewHome, { body: { version } });
      setPreview(opened);
      return opened;
    } catch (error) {
      toast.error(describeError(error));
      return undefined;
    }
  };
  const hasDraft = draft !== null || isChanged;
  return (
    <>
      <PageHead
        title="Home page"
        subtitle={
          draft
            ? `A draft of ${formatDayAndTime(draft.saved_at)} is not published`
            : 'Changes go live when you publish them'
        }
        actions={
          isWritable &&
          hasDraft && (
            <>
              <Button
                icon={<Eye />}
                busy={isBusy === 'preview'}
                onClick={() =>
                  void runBusy('preview', async () => {
                    if (!isChanged || (await save())) await openPreview(null);
                  })
                }
              >
                Preview
              </Button>
              <Button
                variant="primary"
                icon={<Send />}
                busy={isBusy === 'publish'}
                onClick={() =>
                  void runBusy('publish', async () => {
                    if (!isChanged || (await save())) setPublishing(true);
                  })
                }
              >
                Publish…
              </Button>
            </>
          )
        }
      />
      <TabRow label="Parts of the home page">
        {HOME_TABS.map((tab) => (
          <Link
            key={tab}
            to="/market/home"
            search={tab === 'banners' ? {} : { part: tab }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={tab === part ? 'page' : undefined}
            className={tabClass}
          >
            {TAB_NAMES[tab]}
            {tab === 'versions' && <CountBadge count={state.scheduled.length} />}
          </Link>
        ))}
      </TabRow>
      <div className="pt-3 lg:pt-4">
        {failure && (
          <Note tone="bad" className="mb-3">
            {failure}
          </Note>
        )}
        {part === 'versions' ? (
          <VersionsPanel state={state} isWritable={isWritable} onChanged={saveState} onPreview={openPreview} />
        ) : (
          <PartEditor
            part={part}
            index={item}
            content={content}
            missing={showsMissing ? missing : []}
            isLocked={!isWritable}
            onChange={edit}
            onOpen={(index) => onOpen({ part, item: index })}
          />
        )}
      </div>
      {isChanged && (
        <UnsavedBar
          detail="Kept on this device"
          isSaving={isBusy === 'save'}
          isBusy={isBusy !== undefined}
          saveLabel="Save the draft"
          saveIcon={<Save />}
          onDiscard={() => adopt(state)}
          onSave={() =>
            void runBusy('save', async () => {
              if (await save()) toast.success('The draft is saved. Visitors see it after you publish it.');
            })
          }
        >
          {formatNumberOf(changes, 'change')}
        </UnsavedBar>
      )}
      {theirs && (
        <HomeConflictDialog
          mine={content}
          theirs={contentOf(theirs)}
          base={base}
          keys={findHomeConflicts(content, contentOf(theirs), base)}
          onChoose={(takesTheirs: ConflictKey[]) =>
            adopt(theirs, mergeHome(content, contentOf(theirs), base, takesTheirs))
          }
          onClose={() => setTheirs(undefined)}
        />
      )}
      {preview && <PreviewDialog preview={preview} onClose={() => setPreview(undefined)} />}
      {isPublishing && (
        <PublishDialog
          revision={revision}
          onPublished={adopt}
          onChanged={() => void runBusy('publish', meet)}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  );
}
